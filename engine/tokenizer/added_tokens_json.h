#pragma once

#include "engine/tokenizer/tokenizer_description.h"

#include <nlohmann/json.hpp>

namespace moru {

/// Reads "added_tokens" of tokenizer.json and "added_tokens_decoder" of tokenizer_config.json (some folders
/// declare turn tokens only there; where both know an id, tokenizer.json's flags hold) and enters them into
/// the vocabulary. Errors: InvalidTokenizer for empty, overlong or contradicting ones.
[[nodiscard]] Result<void> readAddedTokens(
    const nlohmann::json& tokenizer, const nlohmann::json& config, TokenizerDescription& description);

} // namespace moru
