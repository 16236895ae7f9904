#include "tests/support/test_main.h"

#include "engine/api/tokenizer.h"
#include "engine/tokenizer/normalizer.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>

namespace {

using namespace moru;
using nlohmann::json;

std::vector<json> linesOf(const std::filesystem::path& path)
{
    std::ifstream file(path);
    std::vector<json> lines;
    for (std::string line; std::getline(file, line);)
        if (!line.empty())
            lines.push_back(json::parse(line));
    return lines;
}

/// Each is loaded once for all tests of the program.
std::shared_ptr<const Tokenizer> tokenizerNamed(const std::filesystem::path& shared, const std::string& name)
{
    static std::map<std::string, std::shared_ptr<const Tokenizer>> loaded;
    auto& tokenizer = loaded[name];
    if (!tokenizer) {
        auto result = loadTokenizer(shared / "tokenizers" / name);
        if (!result)
            qWarning("%s", describe(result.error()).c_str());
        else
            tokenizer = *result;
    }
    return tokenizer;
}

std::vector<TokenId> idsOf(const json& list)
{
    return list.get<std::vector<TokenId>>();
}

/// Where the messages' texts stand in the rendered prompt, in order; templates may trim them.
std::vector<ByteRange> contentRanges(const std::string& text, const json& messages)
{
    std::vector<ByteRange> ranges;
    std::size_t from = 0;
    for (const json& message : messages) {
        if (!message["content"].is_string())
            continue;
        const QByteArray content = QByteArray::fromStdString(message["content"]).trimmed();
        const std::size_t found = text.find(content.toStdString(), from);
        if (found == text.npos || content.isEmpty())
            continue;
        from = found + static_cast<std::size_t>(content.size());
        ranges.push_back({ found, from });
    }
    return ranges;
}

std::string shown(const json& line)
{
    return line.dump(-1, ' ', true).substr(0, 300);
}

} // namespace

/// The reference cases of all seven tokenizers: goldens/tokenizers and the rendered prompts of
/// goldens/templates.
class GoldenTokenizers : public QObject {
    Q_OBJECT

private:
    static void names()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : { "gemma", "gemma-2", "gemma-3", "llama-3.2", "qwen2.5", "qwen3", "qwen3.5" })
            QTest::newRow(name) << QString::fromLatin1(name);
    }

private slots:
    void textBecomesTheReferenceIds_data() { names(); }
    void textBecomesTheReferenceIds()
    {
        MORU_NEED_SHARED();
        QFETCH(QString, name);
        const auto tokenizer = tokenizerNamed(*shared, name.toStdString());
        QVERIFY(tokenizer);
        const auto lines = linesOf(*shared / "goldens/tokenizers" / (name.toStdString() + ".jsonl"));
        QVERIFY(lines.size() >= 386);
        for (const json& line : lines) {
            const std::string text = line["text"];
            const auto read = EncodeOptions { .readControlTokens = true, .addSpecialTokens = false };
            const auto added = EncodeOptions { .readControlTokens = true, .addSpecialTokens = true };
            const auto ids = idsOf(line["ids"]);
            QVERIFY2(tokenizer->encode(text, read) == ids, shown(line).c_str());
            QVERIFY2(tokenizer->encode(text, added) == idsOf(line["ids_with_special"]), shown(line).c_str());
            QVERIFY2(
                tokenizer->decode(ids, false) == line["decoded"].get<std::string>(), shown(line).c_str());
            QVERIFY2(tokenizer->decode(ids, true) == line["decoded_skip_special"].get<std::string>(),
                shown(line).c_str());
        }
    }

    void streamShowsTheReferencePieces_data() { names(); }
    void streamShowsTheReferencePieces()
    {
        MORU_NEED_SHARED();
        QFETCH(QString, name);
        const auto tokenizer = tokenizerNamed(*shared, name.toStdString());
        QVERIFY(tokenizer);
        const auto lines = linesOf(*shared / "goldens/tokenizers" / (name.toStdString() + ".stream.jsonl"));
        QVERIFY(!lines.empty());
        for (const json& line : lines) {
            const auto stream = tokenizer->streamingDecoder(false);
            std::vector<std::string> pieces;
            for (const TokenId id : idsOf(line["ids"]))
                pieces.push_back(stream->push(id));
            QVERIFY2(json(pieces) == line["pieces"], shown(line).c_str());
            QVERIFY2(stream->finish() == line["flush"].get<std::string>(), shown(line).c_str());
        }
    }

    void idsBecomeTheReferenceText_data() { names(); }
    void idsBecomeTheReferenceText()
    {
        MORU_NEED_SHARED();
        QFETCH(QString, name);
        const auto tokenizer = tokenizerNamed(*shared, name.toStdString());
        QVERIFY(tokenizer);
        const auto lines = linesOf(*shared / "goldens/tokenizers" / (name.toStdString() + ".decode.jsonl"));
        QVERIFY(!lines.empty());
        for (const json& line : lines) {
            const auto ids = idsOf(line["ids"]);
            QVERIFY2(
                tokenizer->decode(ids, false) == line["decoded"].get<std::string>(), shown(line).c_str());
            QVERIFY2(tokenizer->decode(ids, true) == line["decoded_skip_special"].get<std::string>(),
                shown(line).c_str());
        }
    }

    void renderedPromptsBecomeTheReferenceIds_data() { names(); }
    void renderedPromptsBecomeTheReferenceIds()
    {
        MORU_NEED_SHARED();
        QFETCH(QString, name);
        const auto tokenizer = tokenizerNamed(*shared, name.toStdString());
        QVERIFY(tokenizer);
        int sanitized = 0;
        for (const json& line : linesOf(*shared / "goldens/templates" / (name.toStdString() + ".jsonl"))) {
            if (!line["text"].is_string())
                continue;
            const std::string text = line["text"];
            QVERIFY2(tokenizer->encodeRendered(text, {}) == idsOf(line["ids"]), shown(line).c_str());
            if (!line.contains("ids_sanitized") || line["ids_sanitized"].is_null())
                continue;
            const auto untrusted = contentRanges(text, line["messages"]);
            QVERIFY2(tokenizer->encodeRendered(text, untrusted) == idsOf(line["ids_sanitized"]),
                shown(line).c_str());
            ++sanitized;
        }
        QVERIFY(sanitized > 0);
    }

    void composesAsTheReferenceDoes()
    {
        MORU_NEED_SHARED();
        for (const json& pair : linesOf(*shared / "goldens/tokenizers/nfc.jsonl"))
            QVERIFY2(composed(pair[0].get<std::string>()) == pair[1].get<std::string>(), shown(pair).c_str());
    }

    void qwenThinkingMarkersAreControlButNotSpecial()
    {
        MORU_NEED_SHARED();
        const auto tokenizer = tokenizerNamed(*shared, "qwen3");
        QVERIFY(tokenizer);
        QCOMPARE(tokenizer->tokenId("<think>"), std::optional<TokenId>(151667));
        QVERIFY(tokenizer->isControl(151667) && !tokenizer->isSpecial(151667));
        QVERIFY(tokenizer->isControl(151645) && tokenizer->isSpecial(151645));
        QVERIFY(!tokenizer->isControl(*tokenizer->tokenId("<|fim_prefix|>")));
        QCOMPARE(tokenizer->tokenCount(), 151669);
        QVERIFY(tokenizer->prefix().empty());
    }
};

MORU_TEST(GoldenTokenizers)
#include "golden_tokenizers_test.moc"
