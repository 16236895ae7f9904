#include "tests/tokenizer/tiny_tokenizer.h"

#include "engine/tokenizer/byte_alphabet.h"

#include <fmt/format.h>

#include <QDir>
#include <QFile>
#include <QTest>

namespace moru::test {

using nlohmann::json;

namespace {

void addMerges(json& model, const std::vector<std::string>& merges)
{
    for (const std::string& merge : merges) {
        std::string result = merge;
        result.erase(result.find(' '), 1);
        if (!model["vocab"].contains(result))
            model["vocab"][result] = model["vocab"].size();
        model["merges"].push_back(merge);
    }
}

} // namespace

json tinyByteLevel(const std::vector<std::string>& merges)
{
    json model = { { "type", "BPE" }, { "vocab", json::object() }, { "merges", json::array() } };
    for (int byte = 0; byte < 256; ++byte)
        model["vocab"][std::string(letterOfByte(static_cast<unsigned char>(byte)))] = byte;
    addMerges(model, merges);
    return { { "added_tokens", json::array() }, { "normalizer", nullptr },
        { "pre_tokenizer",
            { { "type", "ByteLevel" }, { "add_prefix_space", false }, { "use_regex", true } } },
        { "decoder", { { "type", "ByteLevel" } } }, { "model", model } };
}

json tinySentencePiece(const std::vector<std::string>& merges)
{
    json vocabulary = { { "<unk>", 0 }, { "▁", 1 } };
    for (char letter = 'a'; letter <= 'z'; ++letter)
        vocabulary[std::string(1, letter)] = vocabulary.size();
    for (int byte = 0; byte < 256; ++byte)
        vocabulary[fmt::format("<0x{:02X}>", byte)] = vocabulary.size();
    json model = { { "type", "BPE" }, { "unk_token", "<unk>" }, { "fuse_unk", true },
        { "byte_fallback", true }, { "vocab", vocabulary }, { "merges", json::array() } };
    addMerges(model, merges);
    const json spaces = { { "type", "Replace" }, { "pattern", { { "String", " " } } }, { "content", "▁" } };
    const json marks = { { "type", "Replace" }, { "pattern", { { "String", "▁" } } }, { "content", " " } };
    return { { "added_tokens", json::array() }, { "normalizer", spaces }, { "pre_tokenizer", nullptr },
        { "decoder",
            { { "type", "Sequence" },
                { "decoders", { marks, { { "type", "ByteFallback" } }, { { "type", "Fuse" } } } } } },
        { "model", model } };
}

json addedToken(int id, const std::string& content, bool special)
{
    return { { "id", id }, { "content", content }, { "special", special }, { "normalized", false },
        { "single_word", false }, { "lstrip", false }, { "rstrip", false } };
}

Result<std::shared_ptr<const Tokenizer>> loadText(const std::string& tokenizer, const std::string& config)
{
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const std::string& text) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0)
            qFatal("cannot write %s", name);
    };
    write("tokenizer.json", tokenizer);
    if (!config.empty())
        write("tokenizer_config.json", config);
    return loadTokenizer(folder.path().toStdString());
}

Result<std::shared_ptr<const Tokenizer>> load(const json& tokenizer, const std::string& config)
{
    return loadText(tokenizer.dump(), config);
}

std::shared_ptr<const Tokenizer> loaded(const json& tokenizer, const std::string& config)
{
    auto result = load(tokenizer, config);
    if (!result)
        qFatal("%s", describe(result.error()).c_str());
    return *result;
}

} // namespace moru::test
