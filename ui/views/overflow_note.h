#pragma once

#include "ui/widgets/note_box.h"

namespace moru {

class Conversation;
class PromptSource;
class SettingsStore;

/// Above the composer while the conversation with the unsent message does not fit into the context: how much
/// there is, what fits, and what will happen by the policy that was chosen.
class OverflowNote final : public NoteBox {
    Q_OBJECT

public:
    OverflowNote(PromptSource& prompts, Conversation& conversation, SettingsStore& settings,
        QWidget* parent = nullptr);

private:
    void refresh();

    PromptSource& prompts_;
    Conversation& conversation_;
    SettingsStore& settings_;
};

} // namespace moru
