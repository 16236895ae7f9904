#pragma once

#include "engine/api/error.h"
#include "engine/tokenizer/vocabulary.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// tokenizer.json as it stands: the two long lists apart, the short rest as a tree.
struct RawTokenizer {
    Vocabulary vocabulary; ///< model.vocab
    struct MergeText {
        std::uint32_t left = 0; ///< Bytes of the first half.
        std::uint32_t right = 0;
    };
    std::vector<MergeText> merges; ///< model.merges, in order; the halves follow each other in mergeText.
    std::string mergeText;
    nlohmann::json rest; ///< Everything else.
};

/// Reads tokenizer.json in one pass over its bytes without building a tree of the half million merges.
/// Errors: InvalidJson; InvalidTokenizer for vocabularies and merges that are not lists of what they should
/// be; UnsupportedTokenizer for a vocabulary with scores (Unigram).
[[nodiscard]] Result<RawTokenizer> readTokenizerJson(std::string_view text, const std::string& where);

/// Parses a short JSON file. Errors: InvalidJson.
[[nodiscard]] Result<nlohmann::json> parseJson(std::string_view text, const std::string& where);

} // namespace moru
