#pragma once

#include "engine/tokenizer/added_tokens.h"
#include "engine/tokenizer/bpe_model.h"
#include "engine/tokenizer/tokenizer_description.h"

#include <memory>

namespace moru {

/// Text to ids: added tokens, then for the text between them normalizer, splits and merges.
/// Immutable; threads may share it.
class TextEncoder {
public:
    /// `description` must outlive the encoder.
    explicit TextEncoder(const TokenizerDescription& description);

    /// Appends the ids of the text. A control token that lies inside one of `untrusted` (sorted, disjoint) is
    /// written with ordinary tokens, apart from the text on either side; one that crosses a border is not a
    /// token at all.
    void encode(
        std::string_view text, std::span<const ByteRange> untrusted, std::vector<TokenId>& output) const;

private:
    struct Run; // the buffers of one call

    void encodeBetween(std::string_view text, Run& run) const;
    void encodeNormalized(std::string_view text, Run& run) const;
    void encodePlain(std::string_view text, Run& run) const;

    const TokenizerDescription& description_;
    AddedTokenMatcher beforeNormalizing_;
    AddedTokenMatcher afterNormalizing_;
    std::unique_ptr<const BpeModel> model_;
};

} // namespace moru
