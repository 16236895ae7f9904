#pragma once

#include "engine/tokenizer/added_tokens.h"
#include "engine/tokenizer/merge_table.h"
#include "engine/tokenizer/normalizer.h"
#include "engine/tokenizer/split_pattern.h"
#include "engine/tokenizer/vocabulary.h"

#include <optional>
#include <vector>

namespace moru {

/// Which of the two byte pair encodings a file describes.
enum class TokenizerKind {
    ByteLevel, ///< Pieces are bytes, written with GPT-2's letters.
    SentencePiece, ///< Pieces are characters; spaces are written "▁", unknown characters as "<0xNN>".
};

/// What tokenizer.json and tokenizer_config.json say, checked and put into the form that is worked with.
struct TokenizerDescription {
    TokenizerKind kind = TokenizerKind::ByteLevel;
    Vocabulary vocabulary; ///< With the added tokens.
    MergeTable merges;
    bool ignoreMerges = false; ///< A piece that is itself an entry is that token.
    bool fuseUnknown = false;
    bool byteFallback = false;
    std::optional<TokenId> unknown;
    std::vector<AddedToken> addedTokens;
    Normalizer normalizer;
    std::vector<SplitPattern> splits; ///< Applied in order, each to the pieces of the one before.
    std::vector<TokenId> prefix; ///< Added in front by the post-processor.
    std::vector<TokenId> suffix; ///< Added at the end.
};

} // namespace moru
