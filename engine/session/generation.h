#pragma once

#include "engine/api/generation.h"
#include "engine/session/sequence_runner.h"

#include <stop_token>

namespace moru {

/// A request turned into ids, with what the answer's stream must know of the prompt.
struct PreparedPrompt {
    std::vector<TokenId> ids;
    bool endsInsideThinking = false;
    bool isChat = false;
    int droppedMessages = 0;
};

/// Errors: MissingTokenizer, BaseModel, TemplateRejected, ContextFull when a chat cannot be made to fit.
[[nodiscard]] Result<PreparedPrompt> preparePrompt(
    const LoadedModelImplementation& model, const GenerationRequest& request);

/// Prefill, then decode to the end of the answer.
[[nodiscard]] GenerationResult runGeneration(const LoadedModelImplementation& model, SequenceRunner& runner,
    const GenerationRequest& request, GenerationObserver& observer, const std::stop_token& stop);

} // namespace moru
