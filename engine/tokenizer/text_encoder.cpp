#include "engine/tokenizer/text_encoder.h"

#include "engine/core/utf8.h"
#include "engine/tokenizer/byte_level_bpe.h"
#include "engine/tokenizer/sentencepiece_bpe.h"

#include <algorithm>
#include <utility>

namespace moru {

namespace {

enum class Trust { Trusted, Untrusted, Crossing };

Trust trustOf(ByteRange range, std::span<const ByteRange> untrusted)
{
    const auto next = std::ranges::upper_bound(untrusted, range.begin, {}, &ByteRange::end);
    if (next == untrusted.end() || range.end <= next->begin)
        return Trust::Trusted;
    return next->begin <= range.begin && range.end <= next->end ? Trust::Untrusted : Trust::Crossing;
}

/// A control token is found in the text as it stands, whatever it declares, because it has to be told apart
/// by where it stands; the supported families declare all of theirs so.
bool isFoundInNormalizedText(const AddedToken& token)
{
    return token.normalized && !isControlToken(token);
}

std::vector<AddedToken> tokensFoundBefore(const TokenizerDescription& description)
{
    std::vector<AddedToken> tokens;
    std::ranges::copy_if(
        description.addedTokens, std::back_inserter(tokens), std::not_fn(isFoundInNormalizedText));
    return tokens;
}

std::vector<AddedToken> tokensFoundAfter(const TokenizerDescription& description)
{
    std::vector<AddedToken> tokens;
    std::ranges::copy_if(description.addedTokens, std::back_inserter(tokens), isFoundInNormalizedText);
    for (AddedToken& token : tokens)
        token.spelling = description.normalizer.apply(token.spelling);
    std::erase_if(tokens, [](const AddedToken& token) { return token.spelling.empty(); });
    return tokens;
}

std::unique_ptr<const BpeModel> makeModel(const TokenizerDescription& d)
{
    if (d.kind == TokenizerKind::ByteLevel)
        return std::make_unique<ByteLevelBpe>(d.vocabulary, d.merges, d.unknown, d.ignoreMerges);
    return std::make_unique<SentencePieceBpe>(d.vocabulary, d.merges,
        SentencePieceOptions { d.unknown, d.fuseUnknown, d.byteFallback }, d.ignoreMerges);
}

} // namespace

struct TextEncoder::Run {
    std::vector<TokenId>& output;
    MergeLoop loop {};
    std::vector<std::string_view> pieces {};
    std::vector<std::string_view> nextPieces {};
};

TextEncoder::TextEncoder(const TokenizerDescription& description)
    : description_(description)
    , beforeNormalizing_(tokensFoundBefore(description))
    , afterNormalizing_(tokensFoundAfter(description))
    , model_(makeModel(description))
{
}

void TextEncoder::encode(
    std::string_view text, std::span<const ByteRange> untrusted, std::vector<TokenId>& output) const
{
    Run run { output };
    const auto accept = [&](const AddedToken& token, ByteRange range) {
        return !isControlToken(token) || trustOf(range, untrusted) != Trust::Crossing;
    };
    std::size_t done = 0;
    while (const auto match = beforeNormalizing_.next(text, done, accept)) {
        const bool asText
            = isControlToken(*match->token) && trustOf(match->literal, untrusted) == Trust::Untrusted;
        // Written out, a control token takes no white space along: that is text like any other.
        const ByteRange taken = asText ? match->literal : match->taken;
        encodeBetween(text.substr(done, taken.begin - done), run);
        if (asText)
            encodePlain(description_.normalizer.apply(match->token->spelling), run);
        else
            output.push_back(match->token->id);
        done = taken.end;
    }
    encodeBetween(text.substr(done), run);
}

void TextEncoder::encodeBetween(std::string_view text, Run& run) const
{
    if (text.empty())
        return;
    if (utf8::isWellFormed(text))
        encodeNormalized(description_.normalizer.apply(text), run);
    else
        encodeNormalized(description_.normalizer.apply(utf8::withReplacements(text)), run);
}

void TextEncoder::encodeNormalized(std::string_view text, Run& run) const
{
    std::size_t done = 0;
    const auto always = [](const AddedToken&, ByteRange) { return true; };
    while (const auto match = afterNormalizing_.next(text, done, always)) {
        encodePlain(text.substr(done, match->taken.begin - done), run);
        run.output.push_back(match->token->id);
        done = match->taken.end;
    }
    encodePlain(text.substr(done), run);
}

void TextEncoder::encodePlain(std::string_view text, Run& run) const
{
    if (text.empty())
        return;
    run.pieces.assign(1, text);
    for (const SplitPattern& split : description_.splits) {
        run.nextPieces.clear();
        for (const std::string_view piece : run.pieces)
            split.split(piece, run.nextPieces);
        std::swap(run.pieces, run.nextPieces);
    }
    for (const std::string_view piece : run.pieces)
        model_->encode(piece, run.loop, run.output);
}

} // namespace moru
