#pragma once

#include "app/types/chat.h"
#include "app/types/model_entry.h"
#include "engine/api/model.h"
#include "engine/api/profile.h"
#include "engine/api/sampling.h"

#include <QString>

namespace moru {

/// One spelling of every state for the whole window, in its language. Ask again after a change of language.
[[nodiscard]] QString loadPhaseText(LoadPhase phase); ///< "Reading weights"
[[nodiscard]] QString stopReasonText(StopReason reason); ///< "end of answer"
[[nodiscard]] QString operationRoleText(OperationRole role); ///< "Attention"
[[nodiscard]] QString precisionText(Precision precision); ///< "Exact", "INT8"
[[nodiscard]] QString answerStateText(AnswerState state); ///< "interrupted"; empty for a complete answer
[[nodiscard]] QString modelSourceText(ModelSource source); ///< "Found in the Hugging Face cache"
/// "On disk", "Not on this machine", "Incomplete: model-00002-of-00003.safetensors is missing" …
[[nodiscard]] QString modelStateText(const ModelEntry& entry);
/// What is wrong where the text above does not say it, and what the person can do; empty when nothing is
/// needed.
[[nodiscard]] QString modelStateHelp(const ModelEntry& entry);

} // namespace moru
