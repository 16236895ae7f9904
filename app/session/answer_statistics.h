#pragma once

#include "app/types/chat.h"
#include "app/types/engine_state.h"

namespace moru {

/// What is kept of a finished generation; `model` may be null when none was loaded any more. Thinking is
/// counted by the caller, who saw the tokens.
[[nodiscard]] AnswerStatistics statisticsOf(const GenerationResult& result, const LoadedModelInfo* model);

} // namespace moru
