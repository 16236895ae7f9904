#include "ui/views/conversation_page.h"

#include "app/interfaces/conversation.h"
#include "app/interfaces/engine_control.h"
#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/views/composer.h"
#include "ui/views/conversation_header.h"
#include "ui/views/conversation_search.h"
#include "ui/views/conversation_view.h"
#include "ui/views/empty_state.h"
#include "ui/views/find_bar.h"
#include "ui/views/message_edit.h"
#include "ui/views/notice_bar.h"
#include "ui/views/overflow_note.h"
#include "ui/views/system_prompt_panel.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/note_box.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace moru {

namespace {
constexpr int kColumnWidth = 720;
constexpr int kNoticeMargin = 24;
} // namespace

ConversationPage::ConversationPage(const WindowServices& services, QWidget* parent)
    : QWidget(parent)
    , services_(services)
    , header_(new ConversationHeader(services.conversation, services.engine, services.performance))
    , systemPrompt_(new SystemPromptPanel(services.conversation, services.engine))
    , messages_(new ConversationView(services.conversation, services.engine, services.settings))
    , find_(new FindBar(new ConversationSearch(services.conversation, messages_)))
    , completionNote_(new NoteBox(NoteKind::Info, QStringLiteral("info")))
    , overflow_(new OverflowNote(services.prompts, services.conversation, services.settings))
    , composer_(new Composer(services.conversation, services.engine, services.settings, services.prompts))
    , empty_(new EmptyState(QStringLiteral("anvil"), this))
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header_);
    layout->addWidget(systemPrompt_);
    layout->addWidget(find_);
    layout->addWidget(new NoticeBar(services.notices, kNoticeMargin));
    layout->addWidget(messages_, 1);
    for (NoteBox* box : { completionNote_, static_cast<NoteBox*>(overflow_) }) {
        auto* note = new QHBoxLayout;
        note->setContentsMargins(24, 4, 24, 2);
        // As wide as the column of messages and the composer.
        note->addStretch(1);
        note->addWidget(box, 1000);
        note->addStretch(1);
        layout->addLayout(note);
    }
    layout->addWidget(composer_);
    systemPrompt_->hide();
    find_->hide();
    empty_->raise();

    connect(header_->systemPromptButton(), &QToolButton::toggled, this, &ConversationPage::showSystemPrompt);
    connect(
        messages_, &ConversationView::chooseModelRequested, this, &ConversationPage::chooseModelRequested);
    connect(messages_, &ConversationView::promptRequested, this, &ConversationPage::promptRequested);
    connect(header_->findButton(), &QToolButton::clicked, this, &ConversationPage::find);
    connect(find_, &FindBar::closed, this, [this] { composer_->edit()->setFocus(); });
    connect(&services_.conversation, &Conversation::opened, find_, &FindBar::close);
    connect(overflow_, &NoteBox::actionTriggered, this, &ConversationPage::contextSettingsRequested);
    connect(messages_, &ConversationView::composerWanted, composer_->edit(),
        [this] { composer_->edit()->setFocus(); });
    connect(messages_, &ConversationView::loadingEnded, composer_->edit(),
        [this] { composer_->edit()->setFocus(); });
    connect(empty_, &EmptyState::actionTriggered, this, &ConversationPage::chooseModelRequested);
    connect(&services_.conversation, &Conversation::opened, this, &ConversationPage::refresh);
    connect(&services_.conversation, &Conversation::messagesChanged, this, &ConversationPage::refresh);
    connect(&services_.engine, &EngineControl::loadedModelChanged, this, &ConversationPage::refresh);
    connect(&services_.engine, &EngineControl::stateChanged, this, &ConversationPage::refresh);
    keepTranslated(this, [this] { refresh(); });
    keepStyled(this, [this] {
        completionNote_->setMaximumWidth(scaled(kColumnWidth));
        overflow_->setMaximumWidth(scaled(kColumnWidth));
    });
}

void ConversationPage::showSystemPrompt(bool show)
{
    header_->systemPromptButton()->setChecked(show);
    systemPrompt_->setVisible(show);
    if (show)
        systemPrompt_->edit()->setFocus();
}

void ConversationPage::find()
{
    if (!services_.conversation.messages().empty())
        find_->open();
}

void ConversationPage::refresh()
{
    const auto model = services_.engine.loadedModel();
    const bool completion = services_.conversation.isCompletion();
    completionNote_->setVisible(completion && model);
    if (completion && model)
        completionNote_->setWords(tr("%1 is a base model.").arg(model->title),
            tr("It was not trained for conversation: it continues the text that you give it."));
    if (completion)
        showSystemPrompt(false);

    const EngineStatus status = services_.engine.state().status;
    const bool busy = status == EngineStatus::Loading || status == EngineStatus::Cancelling
        || status == EngineStatus::Failed;
    empty_->setVisible(services_.conversation.messages().empty() && !busy);
    empty_->setSentence(!model ? tr("No model is loaded.")
            : completion       ? tr("Write a beginning below; %1 continues it.").arg(model->title)
                               : tr("Ask %1 something below.").arg(model->title));
    empty_->setAction(model ? QString() : tr("Choose a model"));
    placeEmptyState();
}

void ConversationPage::placeEmptyState()
{
    constexpr int kWidth = 360;
    constexpr int kHeight = 140;
    const QRect area = messages_->geometry();
    empty_->setGeometry(area.center().x() - kWidth / 2, area.center().y() - kHeight / 2, kWidth, kHeight);
}

void ConversationPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    QMetaObject::invokeMethod(this, &ConversationPage::placeEmptyState, Qt::QueuedConnection);
}

void ConversationPage::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), themeColors().base);
}

} // namespace moru
