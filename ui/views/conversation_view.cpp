#include "ui/views/conversation_view.h"

#include "app/interfaces/conversation.h"
#include "app/interfaces/engine_control.h"
#include "app/interfaces/settings_store.h"
#include "ui/theme/retranslate.h"
#include "ui/views/answer_message.h"
#include "ui/views/engine_cards.h"
#include "ui/views/message_column.h"
#include "ui/views/message_edit.h"
#include "ui/views/user_message.h"
#include "ui/widgets/text_button.h"

#include <QApplication>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>

namespace moru {

namespace {
constexpr qsizetype kMessagesAtOnce = 40; // A screen shows five to ten.
constexpr int kNearEnd = 8;
} // namespace

ConversationView::ConversationView(
    Conversation& conversation, EngineControl& engine, const SettingsStore& settings, QWidget* parent)
    : QScrollArea(parent)
    , conversation_(conversation)
    , settings_(settings)
    , column_(new MessageColumn)
    , newest_(new TextButton(QStringLiteral("small"), QStringLiteral("jump-down"), this))
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidget(column_);
    column_->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    viewport()->installEventFilter(this);
    newest_->hide();

    connect(newest_, &QPushButton::clicked, this, &ConversationView::scrollToEnd);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (scrolling_)
            return;
        setPinned(value >= verticalScrollBar()->maximum() - kNearEnd);
        if (value == 0)
            showEarlier();
    });
    connect(column_, &MessageColumn::heightSettled, this, [this] {
        if (pinned_)
            scrollToEnd();
    });
    connect(&conversation_, &Conversation::opened, this, &ConversationView::rebuild);
    connect(&conversation_, &Conversation::messagesChanged, this, &ConversationView::sync);
    connect(&conversation_, &Conversation::messageUpdated, this, &ConversationView::updateMessage);
    connect(&conversation_, &Conversation::textAppended, this, &ConversationView::appendText);
    connect(&conversation_, &Conversation::activityChanged, this, &ConversationView::updateActivity);
    const auto* cards = new EngineCards(engine, column_);
    connect(cards, &EngineCards::cardAdded, this, [this] { setPinned(true); });
    connect(cards, &EngineCards::loadingEnded, this, &ConversationView::loadingEnded);
    connect(cards, &EngineCards::chooseModelRequested, this, &ConversationView::chooseModelRequested);
    connect(&engine, &EngineControl::loadedModelChanged, this, [this] {
        for (MessageItem* item : messageItems())
            item->setCompletion(conversation_.isCompletion());
    });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { followFocus(now); });
    keepTranslated(this, [this] {
        setAccessibleName(tr("Conversation"));
        newest_->setLabel(tr("Newest"));
    });
    rebuild();
}

QList<MessageItem*> ConversationView::messageItems() const
{
    QList<MessageItem*> messages;
    for (ColumnItem* item : column_->items())
        if (auto* message = qobject_cast<MessageItem*>(item))
            messages.append(message);
    return messages;
}

MessageItem* ConversationView::itemOf(MessageId id) const
{
    // The last one is asked for most: it is the one that streams.
    const auto& items = column_->items();
    for (qsizetype i = items.size(); i-- > 0;)
        if (auto* message = qobject_cast<MessageItem*>(items[i]); message && message->id() == id)
            return message;
    return nullptr;
}

const MessageRecord* ConversationView::recordOf(MessageId id) const
{
    const auto& messages = conversation_.messages();
    const auto found = std::find_if(
        messages.rbegin(), messages.rend(), [&](const MessageRecord& r) { return r.id == id; });
    return found == messages.rend() ? nullptr : &*found;
}

MessageItem* ConversationView::makeItem(const MessageRecord& record)
{
    MessageItem* item = nullptr;
    if (record.role == MessageRole::User) {
        auto* user = new UserMessage;
        connect(user, &UserMessage::edited, &conversation_, &Conversation::edit);
        connect(user, &UserMessage::edited, this, &ConversationView::composerWanted);
        connect(user, &UserMessage::editingStarted, this, [this, user] { showEditor(user); });
        item = user;
    } else {
        auto* answer = new AnswerMessage(settings_.value(SettingId::ShowThinkingOpen).toBool());
        connect(answer, &AnswerMessage::takeBackRequested, &conversation_, &Conversation::takeBack);
        connect(answer, &AnswerMessage::answerNowRequested, &conversation_, &Conversation::answerNow);
        connect(answer, &AnswerMessage::answerNowRequested, this, &ConversationView::composerWanted);
        connect(
            answer, &AnswerMessage::penaltyRequested, &conversation_, &Conversation::regenerateWithPenalty);
        connect(answer, &AnswerMessage::promptRequested, this, &ConversationView::promptRequested);
        item = answer;
    }
    connect(item, &MessageItem::regenerateRequested, &conversation_, &Conversation::regenerate);
    connect(item, &MessageItem::continueRequested, &conversation_, &Conversation::continueAnswer);
    connect(item, &MessageItem::branchRequested, &conversation_, &Conversation::branch);
    connect(item, &MessageItem::versionRequested, &conversation_, &Conversation::showVersion);
    connect(
        item, &MessageItem::neighbourRequested, this, [this, item](int step) { focusNeighbour(item, step); });
    item->setCompletion(conversation_.isCompletion());
    item->setRecord(record);
    return item;
}

/// The end no longer matters while a message is edited: what grows there must not push the editor away.
void ConversationView::showEditor(UserMessage* message)
{
    setPinned(false);
    column_->layoutNow();
    ensureWidgetVisible(message, 0, kNearEnd);
    ensureWidgetVisible(message->editor(), 0, 0);
}

void ConversationView::rebuild()
{
    for (MessageItem* item : messageItems())
        column_->removeItem(item);
    focused_ = nullptr;
    firstShown_
        = std::max<qsizetype>(0, static_cast<qsizetype>(conversation_.messages().size()) - kMessagesAtOnce);
    setPinned(true);
    sync();
}

void ConversationView::sync()
{
    const auto& messages = conversation_.messages();
    const auto count = static_cast<qsizetype>(messages.size());
    firstShown_ = std::min(firstShown_, count);
    const QList<MessageItem*> shown = messageItems();
    qsizetype same = 0;
    while (same < shown.size() && firstShown_ + same < count
        && shown[same]->id() == messages[static_cast<std::size_t>(firstShown_ + same)].id)
        ++same;
    qsizetype focusLostAt = -1;
    for (qsizetype i = same; i < shown.size(); ++i) {
        if (focused_ == shown[i]) {
            focused_ = nullptr;
            focusLostAt = i;
        }
        column_->removeItem(shown[i]);
    }
    for (qsizetype i = firstShown_ + same; i < count; ++i)
        column_->insertItem(i - firstShown_, makeItem(messages[static_cast<std::size_t>(i)]));
    // A message that stands may have got another version beside it.
    for (qsizetype i = 0; i < same; ++i)
        if (const MessageRecord& record = messages[static_cast<std::size_t>(firstShown_ + i)];
            record.versionCount != shown[i]->record().versionCount
            || record.versionIndex != shown[i]->record().versionIndex)
            updateMessage(record.id);

    const QList<MessageItem*> items = messageItems();
    for (qsizetype i = 0; i < items.size(); ++i) {
        items[i]->setPosition(static_cast<int>(firstShown_ + i), static_cast<int>(count));
        items[i]->setLast(i == items.size() - 1);
    }
    if (same < items.size())
        setPinned(true);
    // Its place has the focus still, be it another version that stands there now.
    if (focusLostAt >= 0 && focusLostAt < items.size())
        items[focusLostAt]->setFocus(Qt::OtherFocusReason);
    updateTabStops();
    updateActivity();
}

void ConversationView::showEarlier()
{
    if (firstShown_ == 0)
        return;
    const qsizetype first = std::max<qsizetype>(0, firstShown_ - kMessagesAtOnce);
    const int before = column_->height();
    const auto& messages = conversation_.messages();
    for (qsizetype i = first; i < firstShown_; ++i)
        column_->insertItem(i - first, makeItem(messages[static_cast<std::size_t>(i)]));
    firstShown_ = first;
    column_->layoutNow();
    // What was read stays where it was.
    verticalScrollBar()->setValue(column_->height() - before);
}

void ConversationView::buildBackTo(MessageId message)
{
    while (firstShown_ > 0 && !itemOf(message))
        showEarlier();
}

void ConversationView::lookAt(int columnY, int around)
{
    column_->layoutNow();
    const int top = verticalScrollBar()->value();
    if (columnY - around >= top && columnY + around <= top + viewport()->height())
        return;
    verticalScrollBar()->setValue(columnY - viewport()->height() / 2);
}

void ConversationView::updateMessage(MessageId id)
{
    MessageItem* item = itemOf(id);
    const MessageRecord* record = recordOf(id);
    if (!item || !record)
        return;
    if (auto* answer = qobject_cast<AnswerMessage*>(item))
        answer->updateRecord(*record);
    else
        item->setRecord(*record);
}

void ConversationView::appendText(MessageId id, const QString& text, bool isThinking)
{
    if (auto* answer = qobject_cast<AnswerMessage*>(itemOf(id)))
        answer->appendText(text, isThinking);
}

void ConversationView::updateActivity()
{
    const ChatActivity activity = conversation_.activity();
    for (MessageItem* item : messageItems())
        if (auto* answer = qobject_cast<AnswerMessage*>(item))
            answer->setActivity(activity);
}

void ConversationView::setPinned(bool pinned)
{
    pinned_ = pinned;
    newest_->setVisible(!pinned);
    if (pinned)
        scrollToEnd();
    else
        placeNewest();
}

void ConversationView::scrollToEnd()
{
    scrolling_ = true;
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    scrolling_ = false;
    pinned_ = true;
    newest_->hide();
}

void ConversationView::placeNewest()
{
    constexpr int kFromRight = 28;
    constexpr int kFromBottom = 10;
    newest_->adjustSize();
    newest_->move(width() - newest_->width() - kFromRight, height() - newest_->height() - kFromBottom);
    newest_->raise();
}

void ConversationView::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    column_->setViewport(viewport()->size(), width());
    placeNewest();
}

void ConversationView::wheelEvent(QWheelEvent* event)
{
    QScrollArea::wheelEvent(event);
    // At once, also when the text grows in the same moment and the scroll bar has not moved yet.
    if (event->angleDelta().y() > 0 && verticalScrollBar()->maximum() > 0)
        setPinned(false);
}

bool ConversationView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == viewport() && event->type() == QEvent::Resize)
        column_->setViewport(viewport()->size(), width());
    return QScrollArea::eventFilter(watched, event);
}

void ConversationView::followFocus(QWidget* now)
{
    MessageItem* item = nullptr;
    for (QWidget* widget = now; widget && widget != this && !item; widget = widget->parentWidget())
        item = qobject_cast<MessageItem*>(widget);
    if (item && !column_->isAncestorOf(item))
        item = nullptr;
    if (item == focused_)
        return;
    if (focused_)
        focused_->setFocusWithin(false);
    focused_ = item;
    if (focused_)
        focused_->setFocusWithin(true);
    updateTabStops();
}

void ConversationView::updateTabStops()
{
    // Tab stops at one message only, the last or the one with the focus; arrow keys walk through them, and
    // Tab goes on into its actions.
    const QList<MessageItem*> items = messageItems();
    for (MessageItem* item : items) {
        const bool stops = focused_ ? item == focused_ : item == items.last();
        item->setFocusPolicy(stops ? Qt::StrongFocus : Qt::ClickFocus);
    }
}

void ConversationView::focusNeighbour(MessageItem* from, int step)
{
    const QList<MessageItem*> items = messageItems();
    const qsizetype index = std::clamp<qsizetype>(items.indexOf(from) + step, 0, items.size() - 1);
    items[index]->setFocus(Qt::TabFocusReason);
    ensureWidgetVisible(items[index], 0, kNearEnd);
}

void ConversationView::focusLastMessage()
{
    const QList<MessageItem*> items = messageItems();
    if (!items.isEmpty())
        items.last()->setFocus(Qt::TabFocusReason);
}

} // namespace moru
