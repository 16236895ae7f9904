#include "engine/loader/gguf_tokenizer.h"

#include "engine/loader/config_reader.h"
#include "engine/loader/gguf_merges.h"
#include "engine/loader/gguf_vocabulary.h"
#include "engine/loader/json_file.h"

#include <algorithm>
#include <array>

namespace moru {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view kMetaSpace = "\u2581";

/// Control tokens of Qwen2's releases that are not declared special: answers may show them.
constexpr std::array<std::string_view, 6> kQwen2Visible { "<|fim_prefix|>", "<|fim_middle|>",
    "<|fim_suffix|>", "<|fim_pad|>", "<|repo_name|>", "<|file_sep|>" };

/// Gemma 3 declares these special; all its other added tokens are not.
constexpr std::array<std::string_view, 8> kGemma3Special { "<pad>", "<eos>", "<bos>", "<unk>",
    "<start_of_turn>", "<end_of_turn>", "<start_of_image>", "<end_of_image>" };
/// The release's tokenizer has one entry more than a text-only embedding has rows.
constexpr std::string_view kGemma3SoftToken = "<image_soft_token>";
constexpr TokenId kGemma3SoftTokenId = 262144;

constexpr const char* kQwen2Split
    = R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

template <std::size_t N> bool contains(const std::array<std::string_view, N>& list, std::string_view text)
{
    return std::find(list.begin(), list.end(), text) != list.end();
}

ordered_json byteLevel(bool addPrefixSpace, bool trimOffsets, bool useRegex)
{
    return { { "type", "ByteLevel" }, { "add_prefix_space", addPrefixSpace }, { "trim_offsets", trimOffsets },
        { "use_regex", useRegex } };
}

ordered_json bpe(const ordered_json& unknown, const ordered_json& affix, bool isSentencePiece)
{
    return { { "type", "BPE" }, { "dropout", nullptr }, { "unk_token", unknown },
        { "continuing_subword_prefix", affix }, { "end_of_word_suffix", affix },
        { "fuse_unk", isSentencePiece }, { "byte_fallback", isSentencePiece }, { "ignore_merges", false } };
}

/// SmolLM2: digits one by one, then GPT-2's split.
void describeSmollm(TokenizerFile& file)
{
    const ordered_json digits { { "type", "Digits" }, { "individual_digits", true } };
    file.preTokenizer = { { "type", "Sequence" },
        { "pretokenizers", ordered_json::array({ digits, byteLevel(false, true, true) }) } };
    file.decoder = byteLevel(true, true, true);
    file.model = bpe(nullptr, nullptr, false);
}

void describeQwen2(TokenizerFile& file)
{
    const ordered_json split { { "type", "Split" }, { "pattern", { { "Regex", kQwen2Split } } },
        { "behavior", "Isolated" }, { "invert", false } };
    file.normalizer = { { "type", "NFC" } };
    file.preTokenizer = { { "type", "Sequence" },
        { "pretokenizers", ordered_json::array({ split, byteLevel(false, false, false) }) } };
    file.postProcessor = byteLevel(false, false, false);
    file.decoder = byteLevel(false, false, false);
    file.model = bpe(nullptr, "", false);
}

void describeGemma3(TokenizerFile& file, const GgufVocabulary& vocabulary)
{
    const auto replace = [](std::string_view from, std::string_view to) -> ordered_json {
        return { { "type", "Replace" }, { "pattern", { { "String", from } } }, { "content", to } };
    };
    const std::string bos(vocabulary.texts[static_cast<std::size_t>(*vocabulary.bos)]);
    const auto special = [&bos](int typeId) -> ordered_json {
        return { { "SpecialToken", { { "id", bos }, { "type_id", typeId } } } };
    };
    const auto sequence = [](const char* id, int typeId) -> ordered_json {
        return { { "Sequence", { { "id", id }, { "type_id", typeId } } } };
    };
    file.normalizer = replace(" ", kMetaSpace);
    file.preTokenizer = { { "type", "Split" }, { "pattern", { { "String", " " } } },
        { "behavior", "MergedWithPrevious" }, { "invert", false } };
    file.postProcessor = { { "type", "TemplateProcessing" },
        { "single", ordered_json::array({ special(0), sequence("A", 0) }) },
        { "pair", ordered_json::array({ special(0), sequence("A", 0), special(1), sequence("B", 1) }) },
        { "special_tokens",
            { { bos,
                { { "id", bos }, { "ids", ordered_json::array({ *vocabulary.bos }) },
                    { "tokens", ordered_json::array({ bos }) } } } } } };
    file.decoder = { { "type", "Sequence" },
        { "decoders",
            ordered_json::array(
                { replace(kMetaSpace, " "), { { "type", "ByteFallback" } }, { { "type", "Fuse" } } }) } };
    file.model = bpe(vocabulary.texts[static_cast<std::size_t>(*vocabulary.unknown)], nullptr, true);
}

/// Byte-level vocabularies bring their merges as "left right".
Result<void> readMerges(const GgufFile& gguf, TokenizerFile& file)
{
    for (const std::string_view merge : gguf.texts("tokenizer.ggml.merges")) {
        const auto space = merge.find(' ');
        if (space == std::string_view::npos || space == 0 || space + 1 == merge.size()
            || merge.find(' ', space + 1) != std::string_view::npos)
            return failure(ErrorCode::InvalidTokenizer, gguf.path(), "the merge \"{}\" is not two parts",
                excerpt(merge));
        file.merges.push_back({ merge.substr(0, space), merge.substr(space + 1) });
    }
    if (file.merges.empty())
        return failure(ErrorCode::InvalidTokenizer, gguf.path(), "there are no merges");
    file.mergesAreText = true;
    return {};
}

Result<void> fillByteLevel(
    const GgufFile& gguf, const GgufVocabulary& vocabulary, bool isQwen2, TokenizerFile& file)
{
    isQwen2 ? describeQwen2(file) : describeSmollm(file);
    for (std::size_t i = 0; i < vocabulary.texts.size(); ++i) {
        const auto id = static_cast<TokenId>(i);
        const std::string_view text = vocabulary.texts[i];
        const bool isAdded = vocabulary.isControl(i) || vocabulary.isUserDefined(i);
        if (isAdded)
            file.addedTokens.push_back({ id, std::string(text),
                vocabulary.isControl(i) && !(isQwen2 && contains(kQwen2Visible, text)) });
        // SmolLM2's release keeps added tokens in the vocabulary, too; Qwen's does not. Unused rows are
        // padding.
        if (!vocabulary.isUnused(i) && !(isQwen2 && isAdded))
            file.vocabulary.push_back({ id, text });
    }
    return readMerges(gguf, file);
}

Result<void> fillGemma3(const GgufFile& gguf, GgufVocabulary& vocabulary, ImportedTokenizer& tokenizer)
{
    if (!vocabulary.bos || !vocabulary.unknown || vocabulary.scores.size() != vocabulary.texts.size())
        return failure(ErrorCode::InvalidTokenizer, gguf.path(),
            "a SentencePiece vocabulary needs scores, a start token and an unknown token");
    TokenizerFile& file = tokenizer.file;
    describeGemma3(file, vocabulary);
    std::vector<bool> takesPart(vocabulary.texts.size());
    std::vector<double> scores(vocabulary.scores.begin(), vocabulary.scores.end());
    for (std::size_t i = 0; i < vocabulary.texts.size(); ++i) {
        std::string_view& text = vocabulary.texts[i];
        if (vocabulary.isUserDefined(i)
            && text.find(' ') != std::string_view::npos) // stored with plain spaces
            text = tokenizer.ownedTexts.emplace_back(withMetaSpaces(text));
        if (vocabulary.isControl(i) || vocabulary.isUserDefined(i))
            file.addedTokens.push_back(
                { static_cast<TokenId>(i), std::string(text), contains(kGemma3Special, text) });
        file.vocabulary.push_back({ static_cast<TokenId>(i), text });
        takesPart[i] = vocabulary.isNormal(i) || vocabulary.isUserDefined(i);
        if (vocabulary.isUserDefined(i)) // GGUF writes a mark here that stands for no score
            scores[i] = 0;
    }
    if (vocabulary.texts.size() == std::size_t { kGemma3SoftTokenId })
        file.addedTokens.push_back({ kGemma3SoftTokenId, std::string(kGemma3SoftToken), true });
    file.merges = mergesOfScores(vocabulary.texts, scores, takesPart);
    return {};
}

ordered_json makeTokenizerConfig(
    const GgufFile& gguf, GgufFamily family, const GgufVocabulary& vocabulary, const TokenizerFile& file)
{
    const auto spelling = [&vocabulary](std::optional<TokenId> id) -> ordered_json {
        return id ? ordered_json(vocabulary.texts[static_cast<std::size_t>(*id)]) : ordered_json();
    };
    nlohmann::json added = nlohmann::json::object(); // sorted: thousands of entries would be slow to append
    for (const TokenizerFile::AddedToken& token : file.addedTokens)
        added[std::to_string(token.id)] = addedTokenFields(token);
    ordered_json config = ordered_json::object();
    if (family == GgufFamily::Llama)
        config["add_prefix_space"] = false;
    if (family == GgufFamily::Gemma3)
        config.update({ { "add_bos_token", true }, { "add_eos_token", false } });
    if (family == GgufFamily::Qwen2)
        config.update({ { "add_bos_token", false }, { "add_prefix_space", false } });
    config["added_tokens_decoder"] = added;
    config["bos_token"] = family == GgufFamily::Qwen2 ? ordered_json() : spelling(vocabulary.bos);
    config["eos_token"] = spelling(vocabulary.eos);
    config["pad_token"] = spelling(vocabulary.padding);
    config["unk_token"] = family == GgufFamily::Qwen2 ? ordered_json() : spelling(vocabulary.unknown);
    if (!vocabulary.chatTemplate.empty())
        config["chat_template"] = vocabulary.chatTemplate;
    config["clean_up_tokenization_spaces"] = false;
    const std::string contextKey = std::string(ggufFamilyName(family)) + ".context_length";
    if (gguf.metadata().contains(contextKey))
        config["model_max_length"] = gguf.metadata()[contextKey];
    config["tokenizer_class"] = family == GgufFamily::Gemma3 ? "GemmaTokenizer"
        : family == GgufFamily::Qwen2                        ? "Qwen2Tokenizer"
                                                             : "PreTrainedTokenizerFast";
    return config;
}

} // namespace

Result<ImportedTokenizer> makeTokenizer(const GgufFile& gguf, GgufFamily family)
{
    auto vocabulary = readVocabulary(gguf);
    if (!vocabulary)
        return std::unexpected(vocabulary.error());
    ImportedTokenizer tokenizer;
    Result<void> filled;
    if (family == GgufFamily::Gemma3 && vocabulary->model == "llama")
        filled = fillGemma3(gguf, *vocabulary, tokenizer);
    else if (family == GgufFamily::Llama && vocabulary->model == "gpt2"
        && vocabulary->preTokenizer == "smollm")
        filled = fillByteLevel(gguf, *vocabulary, false, tokenizer.file);
    else if (family == GgufFamily::Qwen2 && vocabulary->model == "gpt2"
        && vocabulary->preTokenizer == "qwen2")
        filled = fillByteLevel(gguf, *vocabulary, true, tokenizer.file);
    else
        return failure(ErrorCode::UnsupportedTokenizer, gguf.path(),
            "a {} file with the tokenizer \"{}\" and the split \"{}\" cannot be imported",
            ggufFamilyName(family), excerpt(vocabulary->model), excerpt(vocabulary->preTokenizer));
    if (!filled)
        return std::unexpected(filled.error());
    tokenizer.config = makeTokenizerConfig(gguf, family, *vocabulary, tokenizer.file);
    return tokenizer;
}

} // namespace moru
