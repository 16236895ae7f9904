#pragma once

#include "app/types/prompt.h"
#include "engine/api/generation.h"

#include <variant>

namespace moru {

/// The part of a request that becomes the prompt.
using PromptRequest = std::variant<ChatPrompt, TextPrompt, TokenPrompt>;

/// Turns conversations into tokens with the loaded model's format and tokenizer, without running the model.
/// May be called on another thread than the engine's, while that answers: what it reads never changes.
class PromptReader {
public:
    virtual ~PromptReader() = default;

    struct Count {
        int tokens = 0;
        int contextLength = 0;
    };
    /// Errors: InvalidRequest without a model; those of moru::PromptFormat::render.
    [[nodiscard]] virtual Result<Count> count(const PromptRequest& prompt) const = 0;
    /// Leaves the oldest `droppedMessages` out, as the answer's result says.
    [[nodiscard]] virtual Result<PromptText> read(const PromptRequest& prompt, int droppedMessages) const = 0;
};

} // namespace moru
