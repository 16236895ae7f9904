#include "ui/views/overflow_note.h"

#include "app/interfaces/conversation.h"
#include "app/interfaces/prompt_source.h"
#include "app/interfaces/settings_store.h"
#include "ui/text/figures.h"
#include "ui/theme/retranslate.h"
#include "ui/views/context_fit.h"

namespace moru {

OverflowNote::OverflowNote(
    PromptSource& prompts, Conversation& conversation, SettingsStore& settings, QWidget* parent)
    : NoteBox(NoteKind::Error, QStringLiteral("warning"), parent)
    , prompts_(prompts)
    , conversation_(conversation)
    , settings_(settings)
{
    connect(&prompts_, &PromptSource::countChanged, this, &OverflowNote::refresh);
    connect(&settings_, &SettingsStore::changed, this, &OverflowNote::refresh);
    keepTranslated(this, [this] { refresh(); });
}

void OverflowNote::refresh()
{
    const auto& count = prompts_.count();
    const ContextFit fit = contextFit(count, settings_.value(SettingId::ContextOverflow).toString());
    const bool isShown = fit != ContextFit::Unknown && fit != ContextFit::Fits;
    setVisible(isShown);
    if (!isShown)
        return;
    const QString most = countText(count->mostTokens);
    const QString whole = conversation_.messages().empty()
        ? tr("It has %1 tokens; %2 fit into the context.").arg(countText(count->tokens), most)
        : tr("With it the conversation has %1 tokens; %2 fit into the context.")
              .arg(countText(count->tokens), most);
    const QString advice = tr("Shorten it, enlarge the context, or start a new chat.");
    setAction(tr("Settings"));
    switch (fit) {
    case ContextFit::DropsOldest:
        setKind(NoteKind::Info, QStringLiteral("info"));
        setWords(tr("The oldest turns will be left out."), whole + u' ' + tr("They stay on screen."));
        break;
    case ContextFit::WillFail:
        setKind(NoteKind::Warning, QStringLiteral("warning"));
        setWords(tr("This message does not fit: the answer will stop at once."), whole);
        break;
    case ContextFit::RefusedAlone:
        setKind(NoteKind::Error, QStringLiteral("warning"));
        setWords(tr("This message is too long to be sent."),
            tr("Alone it has %1 tokens; %2 fit into the context.")
                    .arg(countText(count->lastTurnTokens.value_or(count->tokens)), most)
                + u' ' + tr("Shorten it or enlarge the context."));
        break;
    default:
        setKind(NoteKind::Error, QStringLiteral("warning"));
        setWords(tr("This message does not fit and is not sent."), whole + u' ' + advice);
    }
}

} // namespace moru
