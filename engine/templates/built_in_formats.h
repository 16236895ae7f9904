#pragma once

#include "engine/api/prompt.h"

#include <memory>
#include <span>
#include <string_view>

namespace moru {

/// Every format that Moru writes itself, those with more of their own rules first.
[[nodiscard]] std::span<const std::shared_ptr<const PromptFormat>> builtInFormats();

/// The format whose turn tokens the vocabulary has; null when it has none of them.
[[nodiscard]] std::shared_ptr<const PromptFormat> formatOfVocabulary(const Tokenizer& tokenizer);

/// The format whose markers a template's source names; null when it names none of them.
[[nodiscard]] std::shared_ptr<const PromptFormat> formatOfSource(std::string_view source);

} // namespace moru
