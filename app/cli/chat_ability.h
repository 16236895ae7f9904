#pragma once

#include "engine/api/error.h"
#include "engine/api/model.h"

#include <optional>

namespace moru::cli {

/// Whether this model can be talked to in this way. Errors: BaseModel; MissingTokenizer; InvalidSetting when
/// the thinking switch is asked for and the model has none.
[[nodiscard]] Result<void> checkCanChat(const ModelDescription& model, std::optional<bool> thinking);

} // namespace moru::cli
