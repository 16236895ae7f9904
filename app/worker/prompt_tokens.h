#pragma once

#include "app/types/prompt.h"
#include "engine/api/tokenizer.h"

#include <span>
#include <vector>

namespace moru {

/// Ids as they are shown: the text of each, and the bytes of those that hold a part of a character only.
[[nodiscard]] std::vector<PromptToken> promptTokens(const Tokenizer& tokenizer, std::span<const TokenId> ids);

} // namespace moru
