#include "ui/views/prompt_notes.h"

#include <QCoreApplication>

namespace moru {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(PromptNotes)
};

void addFormatNote(std::vector<PromptNote>& notes, const LoadedModelInfo& model)
{
    if (!model.formatDifference)
        return;
    const QString builtIn = QString::fromStdString(model.formatDifference->builtInName);
    if (model.formatNotice == PromptFormatNotice::FollowsTemplate)
        notes.push_back({ NoteKind::Info, QStringLiteral("info"),
            Texts::tr("The folder's own chat template is followed."),
            builtIn.isEmpty() ? Texts::tr("It is unlike all formats that Moru has built in.")
                              : Texts::tr("It differs from the built-in format “%1”.").arg(builtIn),
            true });
    else if (model.formatNotice == PromptFormatNotice::UsesBuiltIn)
        notes.push_back({ NoteKind::Warning, QStringLiteral("warning"),
            Texts::tr("The folder's own chat template is not followed."),
            Texts::tr("It cannot be rendered here; the built-in format “%1” is used instead.").arg(builtIn),
            true });
}

void addChanges(std::vector<PromptNote>& notes, const PromptChanges& changes)
{
    if (changes.droppedMessages > 0)
        notes.push_back({ NoteKind::Warning, QStringLiteral("warning"),
            Texts::tr("%Ln message(s) left out.", nullptr, changes.droppedMessages),
            Texts::tr("The oldest ones do not fit into the context any more. They stay on screen."), false });
    if (changes.movedSystemText)
        notes.push_back({ NoteKind::Info, QStringLiteral("info"), Texts::tr("System prompt moved."),
            Texts::tr("This model has no system role, so it stands in front of your first message."),
            false });
    if (changes.mergedTurns)
        notes.push_back({ NoteKind::Info, QStringLiteral("info"), Texts::tr("Turns merged."),
            Texts::tr(
                "You and the model must take turns here, so messages that follow each other became one."),
            false });
    if (changes.thinkingLeftOut > 0)
        notes.push_back({ NoteKind::Info, QStringLiteral("thinking"),
            Texts::tr("Thinking of %Ln earlier answer(s) left out.", nullptr, changes.thinkingLeftOut),
            Texts::tr("The model's template does not repeat it. It stays on screen."), false });
}

} // namespace

std::vector<PromptNote> promptNotes(const AnswerPrompt& prompt, const LoadedModelInfo& model)
{
    std::vector<PromptNote> notes;
    if (prompt.origin == PromptOrigin::Rebuilt)
        notes.push_back({ NoteKind::Plain, QStringLiteral("info"), Texts::tr("Made anew."),
            Texts::tr("What was sent then is not kept. This is what %1 would get for the chat as it is now.")
                .arg(model.title),
            false });
    addFormatNote(notes, model);
    if (prompt.content)
        addChanges(notes, prompt.content->changes);
    return notes;
}

} // namespace moru
