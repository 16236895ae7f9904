#pragma once

#include "engine/api/error.h"
#include "engine/api/model.h"
#include "engine/api/prompt.h"

#include <optional>

namespace moru::cli {

class Output;

/// Whether this model can be talked to in this way. Errors: BaseModel; MissingTokenizer; InvalidSetting when
/// the thinking switch is asked for and the model has none.
[[nodiscard]] Result<void> checkCanChat(const ModelDescription& model, std::optional<bool> thinking);

/// Notes that the folder's own chat template cannot be rendered, why, and what is used instead; nothing where
/// it can.
void noteTemplate(Output& output, const ChosenPromptFormat& chosen);
/// The same for a model that is loaded.
void noteTemplate(Output& output, const LoadedModel& model);

} // namespace moru::cli
