#pragma once

#include "engine/tokenizer/tokenizer_description.h"

#include <nlohmann/json.hpp>

namespace moru {

// The sections of tokenizer.json around the model. Each takes the section (null when the file has none) and
// gives UnsupportedTokenizer, with the kind's name, for kinds that no supported family uses.

[[nodiscard]] Result<Normalizer> readNormalizer(const nlohmann::json* section);

struct PreTokenizer {
    std::vector<SplitPattern> splits;
    bool byteLevel = false;
};
[[nodiscard]] Result<PreTokenizer> readPreTokenizer(const nlohmann::json* section);

/// Checks that the decoder is the one that belongs to the kind; the engine decodes by kind.
[[nodiscard]] Result<void> checkDecoder(const nlohmann::json* section, TokenizerKind kind);

struct PostProcessor {
    bool present = false; ///< The file says what is added, even when that is nothing.
    std::vector<TokenId> prefix;
    std::vector<TokenId> suffix;
};
/// `vocabulary` holds the added tokens already.
[[nodiscard]] Result<PostProcessor> readPostProcessor(
    const nlohmann::json* section, const Vocabulary& vocabulary);

} // namespace moru
