#include "ui/views/answer_message.h"

#include "ui/markdown/markdown_view.h"
#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"
#include "ui/views/answer_footer.h"
#include "ui/views/answer_head.h"
#include "ui/views/error_card.h"
#include "ui/views/message_actions.h"
#include "ui/views/progress_row.h"
#include "ui/views/statistics_line.h"
#include "ui/views/thinking_block.h"

#include <QApplication>
#include <QClipboard>

#include <utility>

namespace moru {

namespace {

constexpr int kGap = 6;
constexpr int kActionsIndent = 4;

bool canContinue(const MessageRecord& record)
{
    if (record.text.isEmpty() && record.thinking.isEmpty())
        return false;
    if (record.state == AnswerState::Stopped || record.state == AnswerState::Interrupted)
        return true;
    return record.state == AnswerState::Complete && record.statistics
        && record.statistics->stopReason == StopReason::MaxTokens;
}

} // namespace

AnswerMessage::AnswerMessage(bool thinkingOpen, QWidget* parent)
    : MessageItem(new MessageActions(MessageActions::Owner::Answer), parent)
    , head_(new AnswerHead(this))
    , body_(new MarkdownView(this))
    , progress_(new ProgressRow(this))
    , statistics_(new StatisticsLine(this))
    , footer_(new AnswerFooter(this))
    , announcer_(this)
    , thinkingOpen_(thinkingOpen)
{
    setAttribute(Qt::WA_StaticContents); // paints nothing itself
    connect(body_, &ColumnItem::heightChanged, this, &ColumnItem::heightChanged);
    connect(statistics_, &ColumnItem::heightChanged, this, &ColumnItem::heightChanged);
    connect(actions(), &MessageActions::copyRequested, this,
        [this] { QApplication::clipboard()->setText(record().text); });
    connect(progress_, &ProgressRow::takeBackRequested, this, &AnswerMessage::takeBackRequested);
    connect(footer_, &AnswerFooter::continueRequested, this, [this] { emit continueRequested(id()); });
    connect(footer_, &AnswerFooter::regenerateRequested, this, [this] { emit regenerateRequested(id()); });
    connect(footer_, &AnswerFooter::penaltyRequested, this, [this] { emit penaltyRequested(id()); });
    connect(actions(), &MessageActions::promptRequested, this, [this] { emit promptRequested(id()); });
    keepTranslated(this, [this] { describe(); });
    showState();
}

QString AnswerMessage::speaker() const
{
    return record().modelTitle;
}

void AnswerMessage::setRecord(const MessageRecord& record)
{
    storeRecord(record);
    if (!record.thinking.isEmpty() && !completion_) {
        ensureThinking();
        thinking_->setText(record.thinking);
    }
    setText(record.text);
    showState();
}

void AnswerMessage::updateRecord(const MessageRecord& record)
{
    storeRecord(record);
    showState();
}

void AnswerMessage::setCompletion(bool completion)
{
    if (completion_ == completion)
        return;
    completion_ = completion;
    setText(record().text);
    showState();
}

void AnswerMessage::setText(const QString& text)
{
    body_->setPlain(completion_);
    body_->setMarkdown(text);
}

void AnswerMessage::appendText(const QString& text, bool isThinking)
{
    if (isThinking) {
        ensureThinking();
        thinking_->append(text);
        return;
    }
    const bool wasEmpty = body_->source().isEmpty();
    body_->append(text);
    announcer_.append(text);
    if (wasEmpty)
        showState();
}

void AnswerMessage::ensureThinking()
{
    if (thinking_)
        return;
    thinking_ = new ThinkingBlock(thinkingOpen_, this);
    connect(thinking_, &ColumnItem::heightChanged, this, &ColumnItem::heightChanged);
    connect(thinking_, &ThinkingBlock::answerNowRequested, this, &AnswerMessage::answerNowRequested);
    thinking_->show();
}

void AnswerMessage::setActivity(const ChatActivity& activity)
{
    const ChatActivity before
        = std::exchange(activity_, activity.answer == id() ? activity : ChatActivity {});
    if (activity_ == before)
        return; // it is another one's: a token must not cost more in a long chat
    if (activity_.kind == before.kind) {
        showActivity();
        return;
    }
    if (activity_.kind == ChatActivityKind::Idle) {
        announcer_.finish();
        describe(); // announcing left a single sentence where the whole answer is read
    }
    showState();
}

void AnswerMessage::showActivity()
{
    progress_->setActivity(activity_);
    progress_->setVisible(progress_->hasWords());
    if (!thinking_)
        return;
    const bool isThinking = activity_.kind == ChatActivityKind::Thinking;
    const auto& statistics = record().statistics;
    thinking_->setRunning(isThinking, activity_.willAnswerNow);
    if (isThinking || activity_.kind == ChatActivityKind::Answering)
        thinking_->setFigures(activity_.thinkingMs, activity_.thinkingTokens, activity_.thinkingBudget);
    else if (statistics)
        thinking_->setFigures(statistics->thinkingMs, statistics->thinkingTokens);
}

void AnswerMessage::showState()
{
    const MessageRecord& r = record();
    head_->setRecord(r);
    // Nobody answers yet while the model is still to be loaded.
    const bool hasSpeaker = !completion_ && activity_.kind != ChatActivityKind::WaitingForModel;
    head_->setVisible(hasSpeaker || r.state == AnswerState::Interrupted);
    showActivity();
    const bool failed = r.state == AnswerState::Failed && r.statistics && r.statistics->error;
    if (failed && !error_) {
        error_ = new ErrorCard(this);
        connect(error_, &ColumnItem::heightChanged, this, &ColumnItem::heightChanged);
        connect(error_, &ErrorCard::actionTriggered, this, [this] { emit regenerateRequested(id()); });
        error_->show();
    }
    if (error_) {
        error_->setVisible(failed);
        if (failed) {
            error_->setAction(tr("Regenerate"), QStringLiteral("regenerate"));
            error_->setError(*r.statistics->error);
        }
    }
    const bool running = activity_.kind != ChatActivityKind::Idle;
    statistics_->setVisible(r.statistics && !running && !failed);
    if (r.statistics)
        statistics_->setStatistics(*r.statistics);
    footer_->setRecord(r);
    footer_->setVisible(footer_->hasWords() && !running);
    actions()->setContinuable(canContinue(r));
    actions()->setBusy(running);
    updateActions();
    emit heightChanged();
}

bool AnswerMessage::actionsShown() const
{
    return activity_.kind == ChatActivityKind::Idle && MessageItem::actionsShown();
}

int AnswerMessage::layoutColumn(int width)
{
    int y = 0;
    const auto place = [&](QWidget* widget, int height) {
        if (widget->isHidden())
            return;
        widget->setGeometry(0, y, width, height);
        y += height + scaled(kGap);
    };
    const auto placeItem = [&](ColumnItem* item) {
        if (item && !item->isHidden())
            place(item, item->layoutColumn(width));
    };
    place(head_, scaled(18));
    placeItem(thinking_);
    if (!body_->source().isEmpty())
        placeItem(body_);
    place(progress_, scaled(24));
    placeItem(error_);
    placeItem(statistics_);
    place(footer_, footer_->sizeHint().height());

    const QSize size = actions()->sizeHint();
    if (isLast() && activity_.kind == ChatActivityKind::Idle) {
        actions()->setGeometry(-scaled(kActionsIndent), y, size.width(), size.height());
        y += size.height() + scaled(kGap);
    } else {
        // In the empty part of the first line, so that nothing moves when the pointer comes by.
        actions()->setGeometry(width - size.width(), -scaled(2), size.width(), size.height());
    }
    return std::max(0, y - scaled(kGap));
}

} // namespace moru
