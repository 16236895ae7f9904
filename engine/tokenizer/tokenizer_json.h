#pragma once

#include "engine/tokenizer/tokenizer_description.h"

#include <filesystem>

namespace moru {

/// Reads and checks tokenizer.json, and tokenizer_config.json where the folder has one.
/// Errors: MissingTokenizer, InvalidJson, InvalidTokenizer, UnsupportedTokenizer (the kind is named).
[[nodiscard]] Result<TokenizerDescription> readTokenizerDescription(const std::filesystem::path& folder);

} // namespace moru
