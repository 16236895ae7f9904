#pragma once

#include "engine/api/prompt.h"

#include <string_view>

namespace moru {

/// Puts a prompt together and remembers which bytes came from messages.
class PromptWriter {
public:
    /// The format's own text: control tokens in it are control tokens.
    void markup(std::string_view text);

    /// Text that a person or a model wrote.
    void message(std::string_view text);

    /// Removes white space at the end of all that was written so far.
    void trimEnd();

    /// Notes a change once, however often it was made.
    void repaired(PromptRepair repair);
    void endsInsideThinking();

    [[nodiscard]] std::string_view text() const { return prompt_.text; } ///< So far.
    [[nodiscard]] RenderedPrompt take();

private:
    RenderedPrompt prompt_;
};

} // namespace moru
