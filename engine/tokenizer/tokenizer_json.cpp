#include "engine/tokenizer/tokenizer_json.h"

#include "engine/core/mapped_file.h"
#include "engine/tokenizer/added_tokens_json.h"
#include "engine/tokenizer/json_members.h"
#include "engine/tokenizer/pipeline_json.h"
#include "engine/tokenizer/tokenizer_json_reader.h"

#include <memory>
#include <utility>

namespace moru {

using nlohmann::json;

namespace {

constexpr std::size_t kMaxTokenizerBytes = std::size_t { 256 } << 20; // the largest in use has 33 MB
constexpr std::size_t kMaxConfigBytes = std::size_t { 32 } << 20; // 1.2 MB

std::string_view textOf(const MappedFile& file)
{
    return { reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size() };
}

Result<void> checkModelSection(const json& model)
{
    const auto type = sectionType(&model, "model");
    if (!type)
        return std::unexpected(type.error());
    if (*type != "BPE")
        return failure(ErrorCode::UnsupportedTokenizer, "model", "the kind \"{}\" is not supported", *type);
    for (const std::string_view name : { "continuing_subword_prefix", "end_of_word_suffix" }) {
        const auto affix = text(model, name);
        if (!affix)
            return std::unexpected(affix.error());
        if (!affix->empty())
            return failure(ErrorCode::UnsupportedTokenizer, "model", "BPE with {} \"{}\" is not supported",
                name, *affix);
    }
    const json* const dropout = member(model, "dropout");
    if (dropout && *dropout != 0)
        return failure(ErrorCode::UnsupportedTokenizer, "model", "BPE with dropout is not supported");
    for (const std::string_view name : { "vocab", "merges" }) // as lists they went to RawTokenizer
        if (member(model, name))
            return failure(ErrorCode::InvalidTokenizer, "model",
                "\"{}\" is not what it should be, or there twice", name);
    return {};
}

Result<void> readModelFlags(const json& model, TokenizerDescription& description)
{
    const auto ignoreMerges = boolean(model, "ignore_merges", false);
    const auto fuseUnknown = boolean(model, "fuse_unk", false);
    const auto byteFallback = boolean(model, "byte_fallback", false);
    for (const auto* flag : { &ignoreMerges, &fuseUnknown, &byteFallback })
        if (!*flag)
            return std::unexpected(flag->error());
    description.ignoreMerges = *ignoreMerges;
    description.fuseUnknown = *fuseUnknown;
    description.byteFallback = *byteFallback;
    const auto unknown = text(model, "unk_token");
    if (!unknown)
        return std::unexpected(unknown.error());
    if (!unknown->empty()) {
        description.unknown = description.vocabulary.find(*unknown);
        if (!description.unknown)
            return failure(
                ErrorCode::InvalidTokenizer, "model", "the unknown token \"{}\" has no entry", *unknown);
    }
    return {};
}

Result<MergeTable> resolveMerges(const RawTokenizer& raw, const Vocabulary& vocabulary)
{
    MergeTable table;
    table.reserve(raw.merges.size());
    std::string_view rest = raw.mergeText;
    for (std::size_t rank = 0; rank < raw.merges.size(); ++rank) {
        const auto [leftBytes, rightBytes] = raw.merges[rank];
        const std::string_view whole = rest.substr(0, std::size_t { leftBytes } + rightBytes);
        rest.remove_prefix(whole.size());
        const auto left = vocabulary.find(whole.substr(0, leftBytes));
        const auto right = vocabulary.find(whole.substr(leftBytes));
        const auto result = vocabulary.find(whole);
        if (!left || !right || !result)
            return failure(ErrorCode::InvalidTokenizer, "model",
                "merge {} (\"{}\" + \"{}\") names a token without an entry", rank, whole.substr(0, leftBytes),
                whole.substr(leftBytes));
        if (leftBytes == 0 || rightBytes == 0)
            return failure(ErrorCode::InvalidTokenizer, "model", "merge {} has an empty half", rank);
        if (!table.add(*left, *right, { static_cast<std::uint32_t>(rank), *result }))
            return failure(ErrorCode::InvalidTokenizer, "model", "merge {} (\"{}\" + \"{}\") is there twice",
                rank, whole.substr(0, leftBytes), whole.substr(leftBytes));
    }
    return table;
}

/// Folders without a template in the post-processor name their start token in tokenizer_config.json.
Result<std::vector<TokenId>> startTokenOfConfig(const json& config, const Vocabulary& vocabulary)
{
    const auto add = boolean(config, "add_bos_token", false);
    if (!add)
        return std::unexpected(add.error());
    const json* token = member(config, "bos_token");
    if (token && token->is_object())
        token = member(*token, "content");
    if (!*add || !token || !token->is_string())
        return std::vector<TokenId> {};
    const auto id = vocabulary.find(token->get_ref<const std::string&>());
    if (!id)
        return failure(ErrorCode::InvalidTokenizer, "bos_token", "\"{}\" has no entry",
            token->get_ref<const std::string&>());
    return std::vector { *id };
}

Result<TokenizerDescription> describe(RawTokenizer raw, const json& config)
{
    const json* const model = member(raw.rest, "model");
    if (!model)
        return failure(ErrorCode::InvalidTokenizer, "model", "the file has no model");
    if (auto checked = checkModelSection(*model); !checked)
        return std::unexpected(std::move(checked.error()));
    if (raw.vocabulary.size() == 0)
        return failure(ErrorCode::InvalidTokenizer, "model", "the vocabulary is empty");

    TokenizerDescription description;
    description.vocabulary = std::move(raw.vocabulary);
    auto merges = resolveMerges(raw, description.vocabulary);
    if (!merges)
        return std::unexpected(std::move(merges.error()));
    description.merges = std::move(*merges);
    if (auto read = readAddedTokens(raw.rest, config, description); !read)
        return std::unexpected(std::move(read.error()));
    if (auto read = readModelFlags(*model, description); !read)
        return std::unexpected(std::move(read.error()));

    auto normalizer = readNormalizer(member(raw.rest, "normalizer"));
    if (!normalizer)
        return std::unexpected(std::move(normalizer.error()));
    description.normalizer = std::move(*normalizer);
    auto preTokenizer = readPreTokenizer(member(raw.rest, "pre_tokenizer"));
    if (!preTokenizer)
        return std::unexpected(std::move(preTokenizer.error()));
    description.splits = std::move(preTokenizer->splits);
    description.kind = preTokenizer->byteLevel ? TokenizerKind::ByteLevel : TokenizerKind::SentencePiece;
    if (auto checked = checkDecoder(member(raw.rest, "decoder"), description.kind); !checked)
        return std::unexpected(std::move(checked.error()));

    auto postProcessor = readPostProcessor(member(raw.rest, "post_processor"), description.vocabulary);
    if (!postProcessor)
        return std::unexpected(std::move(postProcessor.error()));
    description.prefix = std::move(postProcessor->prefix);
    description.suffix = std::move(postProcessor->suffix);
    if (!postProcessor->present) {
        auto start = startTokenOfConfig(config, description.vocabulary);
        if (!start)
            return std::unexpected(std::move(start.error()));
        description.prefix = std::move(*start);
    }
    return description;
}

Result<json> readConfig(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return json::object();
    const auto file = MappedFile::open(path);
    if (!file)
        return std::unexpected(file.error());
    if ((*file)->bytes().size() > kMaxConfigBytes)
        return failure(ErrorCode::InvalidTokenizer, path.string(), "{} bytes, at most {} are read",
            (*file)->bytes().size(), kMaxConfigBytes);
    auto config = parseJson(textOf(**file), path.string());
    if (const auto intact = (*file)->damage(); !intact)
        return std::unexpected(intact.error());
    return config;
}

} // namespace

Result<TokenizerDescription> readTokenizerDescription(const std::filesystem::path& folder)
{
    const std::filesystem::path path = folder / "tokenizer.json";
    const auto file = MappedFile::open(path);
    if (!file) {
        Error error = file.error();
        if (error.code == ErrorCode::FileNotFound)
            error.code = ErrorCode::MissingTokenizer;
        return std::unexpected(std::move(error));
    }
    if ((*file)->bytes().size() > kMaxTokenizerBytes)
        return failure(ErrorCode::InvalidTokenizer, path.string(), "{} bytes, at most {} are read",
            (*file)->bytes().size(), kMaxTokenizerBytes);
    auto raw = readTokenizerJson(textOf(**file), path.string());
    if (const auto intact = (*file)->damage(); !intact)
        return std::unexpected(intact.error());
    if (!raw)
        return std::unexpected(std::move(raw.error()));
    const auto config = readConfig(folder / "tokenizer_config.json");
    if (!config)
        return std::unexpected(config.error());
    auto description = describe(std::move(*raw), *config);
    if (!description)
        description.error().where = path.string() + " " + description.error().where;
    return description;
}

} // namespace moru
