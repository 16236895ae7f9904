#pragma once

#include "engine/api/prompt.h"

#include <memory>

namespace moru {

/// Llama 3.2: a system block with today's date always comes first. Source: models.md section 5.6.
[[nodiscard]] std::shared_ptr<const PromptFormat> llama3Format();

} // namespace moru
