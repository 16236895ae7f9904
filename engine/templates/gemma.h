#pragma once

#include "engine/api/prompt.h"

#include <memory>

namespace moru {

/// Gemma 1 and 2: no system role, text only. Source: models.md section 2.6.
[[nodiscard]] std::shared_ptr<const PromptFormat> gemmaFormat();

/// Gemma 3: system text goes in front of the first user turn, pictures are "<start_of_image>".
/// Source: models.md section 4.9.
[[nodiscard]] std::shared_ptr<const PromptFormat> gemma3Format();

} // namespace moru
