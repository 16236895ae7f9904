#pragma once

#include "app/interfaces/prompt_reader.h"
#include "app/types/chat.h"
#include "app/types/engine_state.h"

#include <vector>

namespace moru {

/// What a prompt is made of. `path` ends with the answer that is to be written; its text counts only when it
/// is continued.
struct PromptMaterial {
    std::vector<MessageRecord> path;
    QString systemPrompt;
    bool continuesAnswer = false;
    bool wantsThinking = true; ///< Used for models whose template has the switch.
};

/// A conversation for a model that chats; for a model that continues text, the texts of the path as one,
/// because there the person and the model write on one page. Past thinking travels apart, the template
/// decides what becomes of it.
[[nodiscard]] PromptRequest buildPrompt(const PromptMaterial& material, const LoadedModelInfo& model);

} // namespace moru
