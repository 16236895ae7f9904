#include "engine/tokenizer/pipeline_json.h"

#include "engine/core/utf8.h"
#include "engine/tokenizer/json_members.h"
#include "engine/tokenizer/split_dialect.h"

#include <utility>

namespace moru {

using nlohmann::json;

namespace {

constexpr std::string_view kSpaceMark = "▁"; // U+2581

/// GPT-2's split, which a ByteLevel pre-tokenizer brings along.
constexpr std::string_view kByteLevelPattern
    = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

std::unexpected<Error> unsupported(std::string_view section, std::string_view what)
{
    return failure(
        ErrorCode::UnsupportedTokenizer, std::string(section), "the kind \"{}\" is not supported", what);
}

/// The text of {"String": text}; UnsupportedTokenizer for a regular expression.
Result<std::string> literalOf(const json& part, std::string_view section)
{
    const json* const pattern = member(part, "pattern");
    const json* const literal = pattern ? member(*pattern, "String") : nullptr;
    if (!literal || !literal->is_string() || literal->get_ref<const std::string&>().empty())
        return unsupported(section, "Replace without a text to replace");
    return literal->get<std::string>();
}

Result<SplitPattern> compileDialect(std::string_view pattern, SplitBehaviour behaviour)
{
    auto written = writeOutClasses(pattern);
    if (!written)
        return std::unexpected(std::move(written.error()));
    return SplitPattern::compile(*written, behaviour);
}

Result<SplitPattern> readSplit(const json& part)
{
    const auto behaviourName = text(part, "behavior");
    const auto invert = boolean(part, "invert", false);
    if (!behaviourName || !invert)
        return std::unexpected(behaviourName ? invert.error() : behaviourName.error());
    if (*invert)
        return unsupported("pre_tokenizer", "Split with invert");
    SplitBehaviour behaviour = SplitBehaviour::Isolated;
    if (*behaviourName == "MergedWithPrevious")
        behaviour = SplitBehaviour::MergedWithPrevious;
    else if (*behaviourName != "Isolated")
        return unsupported("pre_tokenizer", "Split " + *behaviourName);

    const json* const pattern = member(part, "pattern");
    if (!pattern)
        return failure(ErrorCode::InvalidTokenizer, "pre_tokenizer", "a Split without a pattern");
    if (const json* regex = member(*pattern, "Regex"); regex && regex->is_string())
        return compileDialect(regex->get_ref<const std::string&>(), behaviour);
    if (const json* literal = member(*pattern, "String"); literal && literal->is_string())
        return SplitPattern::compile(literalPattern(literal->get_ref<const std::string&>()), behaviour);
    return failure(ErrorCode::InvalidTokenizer, "pre_tokenizer", "a Split whose pattern is no text");
}

Result<void> readByteLevel(const json& part, PreTokenizer& result)
{
    const auto prefixSpace = boolean(part, "add_prefix_space", true);
    const auto useRegex = boolean(part, "use_regex", true);
    if (!prefixSpace || !useRegex)
        return std::unexpected(prefixSpace ? useRegex.error() : prefixSpace.error());
    if (*prefixSpace)
        return unsupported("pre_tokenizer", "ByteLevel with add_prefix_space");
    if (*useRegex) {
        auto split = compileDialect(kByteLevelPattern, SplitBehaviour::Isolated);
        if (!split)
            return std::unexpected(std::move(split.error()));
        result.splits.push_back(std::move(*split));
    }
    result.byteLevel = true;
    return {};
}

Result<SplitPattern> readDigits(const json& part)
{
    const auto individual = boolean(part, "individual_digits", false);
    if (!individual)
        return std::unexpected(individual.error());
    return compileDialect(*individual ? R"(\p{N})" : R"(\p{N}+)", SplitBehaviour::Isolated);
}

/// The ids that one entry of a template stands for; nothing for the text itself.
Result<std::vector<TokenId>> templateIds(
    const json& processor, const json& item, const Vocabulary& vocabulary)
{
    const json* const special = member(item, "SpecialToken");
    const json* const declared = member(processor, "special_tokens");
    if (!special || !declared)
        return failure(
            ErrorCode::InvalidTokenizer, "post_processor", "a template entry is neither text nor token");
    const auto name = text(*special, "id");
    if (!name)
        return std::unexpected(name.error());
    const json* const token = member(*declared, *name);
    const json* const ids = token ? member(*token, "ids") : nullptr;
    if (!ids || !ids->is_array())
        return failure(ErrorCode::InvalidTokenizer, "post_processor", "\"{}\" has no ids", *name);
    std::vector<TokenId> result;
    for (const json& id : *ids) {
        if (!id.is_number_integer() || id.get<std::int64_t>() < 0
            || id.get<std::int64_t>() >= Vocabulary::kMaxTokens || !vocabulary.has(id.get<TokenId>()))
            return failure(
                ErrorCode::InvalidTokenizer, "post_processor", "\"{}\" has an id without an entry", *name);
        result.push_back(id.get<TokenId>());
    }
    return result;
}

Result<void> readTemplate(const json& processor, const Vocabulary& vocabulary, PostProcessor& result)
{
    constexpr std::size_t kMaxItems = 64;
    const json* const items = member(processor, "single");
    if (!items || !items->is_array() || items->size() > kMaxItems)
        return failure(
            ErrorCode::InvalidTokenizer, "post_processor", "a template without a list for single texts");
    bool afterText = false;
    for (const json& item : *items) {
        if (member(item, "Sequence")) {
            if (std::exchange(afterText, true))
                return failure(
                    ErrorCode::InvalidTokenizer, "post_processor", "a template with the text twice");
            continue;
        }
        const auto ids = templateIds(processor, item, vocabulary);
        if (!ids)
            return std::unexpected(ids.error());
        auto& side = afterText ? result.suffix : result.prefix;
        side.insert(side.end(), ids->begin(), ids->end());
    }
    result.present = true;
    return {};
}

} // namespace

Result<Normalizer> readNormalizer(const json* section)
{
    const auto parts = sectionParts(section, "normalizer", "normalizers");
    if (!parts)
        return std::unexpected(parts.error());
    std::vector<NormalizerStep> steps;
    for (const json* part : *parts) {
        const std::string type = *sectionType(part, "normalizer");
        if (type == "NFC") {
            steps.emplace_back(ComposeStep {});
        } else if (type == "Replace") {
            auto from = literalOf(*part, "normalizer");
            auto to = text(*part, "content");
            if (!from || !to)
                return std::unexpected(from ? to.error() : from.error());
            steps.emplace_back(ReplaceStep { std::move(*from), std::move(*to) });
        } else {
            return unsupported("normalizer", type);
        }
    }
    return Normalizer(std::move(steps));
}

Result<PreTokenizer> readPreTokenizer(const json* section)
{
    const auto parts = sectionParts(section, "pre_tokenizer", "pretokenizers");
    if (!parts)
        return std::unexpected(parts.error());
    PreTokenizer result;
    for (const json* part : *parts) {
        const std::string type = *sectionType(part, "pre_tokenizer");
        if (result.byteLevel)
            return unsupported("pre_tokenizer", type + " after ByteLevel");
        if (type == "ByteLevel") {
            if (auto read = readByteLevel(*part, result); !read)
                return std::unexpected(std::move(read.error()));
            continue;
        }
        if (type != "Split" && type != "Digits")
            return unsupported("pre_tokenizer", type);
        auto split = type == "Split" ? readSplit(*part) : readDigits(*part);
        if (!split)
            return std::unexpected(std::move(split.error()));
        result.splits.push_back(std::move(*split));
    }
    return result;
}

Result<void> checkDecoder(const json* section, TokenizerKind kind)
{
    const auto parts = sectionParts(section, "decoder", "decoders");
    if (!parts)
        return std::unexpected(parts.error());
    std::string found;
    for (const json* part : *parts) {
        const std::string type = *sectionType(part, "decoder");
        if (type == "Replace") {
            const auto from = literalOf(*part, "decoder");
            const auto to = text(*part, "content");
            if (!from || !to)
                return std::unexpected(from ? to.error() : from.error());
            if (*from != kSpaceMark || *to != " ")
                return unsupported("decoder", "Replace of another text than the space mark");
        }
        found += found.empty() ? type : " " + type;
    }
    const std::string_view wanted
        = kind == TokenizerKind::ByteLevel ? "ByteLevel" : "Replace ByteFallback Fuse";
    if (found != wanted)
        return failure(ErrorCode::UnsupportedTokenizer, "decoder",
            "the kind \"{}\" is not supported with a model that needs \"{}\"", found.empty() ? "none" : found,
            wanted);
    return {};
}

Result<PostProcessor> readPostProcessor(const json* section, const Vocabulary& vocabulary)
{
    const auto parts = sectionParts(section, "post_processor", "processors");
    if (!parts)
        return std::unexpected(parts.error());
    PostProcessor result;
    for (const json* part : *parts) {
        const std::string type = *sectionType(part, "post_processor");
        if (type == "ByteLevel") // changes the offsets of tokens in the text only
            continue;
        if (type != "TemplateProcessing" || result.present)
            return unsupported("post_processor", type);
        if (auto read = readTemplate(*part, vocabulary, result); !read)
            return std::unexpected(std::move(read.error()));
    }
    return result;
}

} // namespace moru
