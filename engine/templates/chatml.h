#pragma once

#include "engine/api/prompt.h"

#include <memory>

namespace moru {

/// ChatML without a system text of its own: for vocabularies with its turn tokens and no template.
[[nodiscard]] std::shared_ptr<const PromptFormat> chatMlFormat();

/// SmolLM2: ChatML with its own system text where a conversation brings none. Any role is written as it is.
[[nodiscard]] std::shared_ptr<const PromptFormat> smolLm2Format();

/// Qwen2.5. Source: models.md section 6.6.
[[nodiscard]] std::shared_ptr<const PromptFormat> qwen25Format();

/// Qwen3: the model opens the thinking block itself; switched off, the prompt holds an empty block.
/// Source: models.md section 7.6.
[[nodiscard]] std::shared_ptr<const PromptFormat> qwen3Format();

/// Qwen3.5: the prompt ends inside an open thinking block; content is trimmed and may hold pictures.
/// Source: models.md section 8.8.
[[nodiscard]] std::shared_ptr<const PromptFormat> qwen35Format();

} // namespace moru
