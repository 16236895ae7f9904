#include "engine/loader/tokenizer_file.h"

#include "engine/loader/staged_file.h"

namespace moru {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kPieceBytes = 1U << 20;

std::string dump(const ordered_json& value, int indent = -1)
{
    // "replace": a mapped file may change after its texts were checked, and dumping must not throw.
    return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

std::string asJson(std::string_view text)
{
    return dump(ordered_json(text));
}

/// Collects text and hands it to the file in pieces; keeps the first error.
class PieceWriter {
public:
    explicit PieceWriter(StagedFile& file)
        : file_(file)
    {
    }

    void add(std::string_view text)
    {
        piece_ += text;
        if (piece_.size() >= kPieceBytes)
            flush();
    }

    /// Elements between `open` and `close`, one a line.
    template <typename Elements, typename Format>
    void addList(std::string_view open, const Elements& elements, Format format, std::string_view close)
    {
        add(open);
        bool isFirst = true;
        for (const auto& element : elements) {
            add(isFirst ? "\n      " : ",\n      ");
            add(format(element));
            isFirst = false;
        }
        add(close);
    }

    [[nodiscard]] Result<void> finish()
    {
        flush();
        return result_;
    }

private:
    void flush()
    {
        if (result_)
            result_ = file_.write(piece_);
        piece_.clear();
    }

    StagedFile& file_;
    std::string piece_;
    Result<void> result_;
};

void addModel(PieceWriter& out, const TokenizerFile& tokenizer)
{
    out.add("\"model\": {");
    for (const auto& [key, value] : tokenizer.model.items())
        out.add(fmt::format("\n    {}: {},", asJson(key), dump(value)));
    out.addList(
        "\n    \"vocab\": {", tokenizer.vocabulary,
        [](const TokenizerFile::Entry& entry) { return fmt::format("{}: {}", asJson(entry.text), entry.id); },
        "\n    },");
    out.addList(
        "\n    \"merges\": [", tokenizer.merges,
        [&tokenizer](const TokenizerFile::Merge& merge) {
            if (tokenizer.mergesAreText)
                return asJson(fmt::format("{} {}", merge.left, merge.right));
            return fmt::format("[{}, {}]", asJson(merge.left), asJson(merge.right));
        },
        "\n    ]\n  }\n}\n");
}

} // namespace

ordered_json addedTokenFields(const TokenizerFile::AddedToken& token)
{
    return { { "content", token.content }, { "single_word", false }, { "lstrip", false }, { "rstrip", false },
        { "normalized", false }, { "special", token.isSpecial } };
}

Result<void> writeTokenizerFile(const TokenizerFile& tokenizer, const std::filesystem::path& path)
{
    auto file = StagedFile::create(path);
    if (!file)
        return std::unexpected(file.error());
    PieceWriter out(*file);
    out.add("{\n  \"version\": \"1.0\",\n  \"truncation\": null,\n  \"padding\": null,\n  ");
    out.addList(
        "\"added_tokens\": [", tokenizer.addedTokens,
        [](const TokenizerFile::AddedToken& token) {
            ordered_json fields { { "id", token.id } };
            fields.update(addedTokenFields(token));
            return dump(fields);
        },
        "\n  ],\n  ");
    const std::pair<const char*, const ordered_json*> parts[] {
        { "normalizer", &tokenizer.normalizer },
        { "pre_tokenizer", &tokenizer.preTokenizer },
        { "post_processor", &tokenizer.postProcessor },
        { "decoder", &tokenizer.decoder },
    };
    for (const auto& [name, value] : parts)
        out.add(fmt::format("\"{}\": {},\n  ", name, dump(*value)));
    addModel(out, tokenizer);
    if (auto written = out.finish(); !written)
        return written;
    return file->commit();
}

Result<void> writeJsonFile(const ordered_json& value, const std::filesystem::path& path)
{
    auto file = StagedFile::create(path);
    if (!file)
        return std::unexpected(file.error());
    if (auto written = file->write(dump(value, 2) + "\n"); !written)
        return written;
    return file->commit();
}

} // namespace moru
