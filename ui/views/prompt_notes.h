#pragma once

#include "app/types/engine_state.h"
#include "app/types/prompt.h"
#include "ui/widgets/note_box.h"

#include <vector>

namespace moru {

/// Something about a prompt that a person should know, in the window's language.
struct PromptNote {
    NoteKind kind = NoteKind::Plain;
    QString icon;
    QString lead;
    QString text;
    bool offersDifference = false;
};

/// What was changed to make this prompt, and how its format relates to the folder's own template.
[[nodiscard]] std::vector<PromptNote> promptNotes(const AnswerPrompt& prompt, const LoadedModelInfo& model);

} // namespace moru
