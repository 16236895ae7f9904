#include "ui/views/conversation_search.h"

#include "app/interfaces/conversation.h"
#include "ui/theme/theme_colors.h"
#include "ui/views/conversation_view.h"
#include "ui/views/message_column.h"
#include "ui/views/message_edit.h"
#include "ui/views/message_item.h"

#include <QHash>
#include <QTextEdit>

#include <algorithm>

namespace moru {

namespace {

constexpr int kAgainMs = 250;
constexpr int kAround = 60; // Pixels kept above and below a place.

/// The texts of a message from top to bottom, those that are folded away left out.
QList<QTextEdit*> textsOf(MessageItem* item)
{
    QList<QTextEdit*> texts;
    for (QTextEdit* edit : item->findChildren<QTextEdit*>())
        if (!qobject_cast<MessageEdit*>(edit) && edit->isVisibleTo(item))
            texts << edit;
    std::ranges::sort(
        texts, {}, [item](const QTextEdit* edit) { return edit->mapTo(item, QPoint(0, 0)).y(); });
    return texts;
}

} // namespace

ConversationSearch::ConversationSearch(Conversation& conversation, ConversationView* view)
    : QObject(view)
    , conversation_(conversation)
    , view_(view)
{
    again_.setSingleShot(true);
    again_.setInterval(kAgainMs);
    const auto soon = [this] {
        if (!words_.isEmpty() && !again_.isActive())
            again_.start();
    };
    connect(&again_, &QTimer::timeout, this, [this] {
        collect();
        mark();
        emit changed();
    });
    connect(&conversation_, &Conversation::textAppended, this, soon);
    connect(&conversation_, &Conversation::messagesChanged, this, soon);
    connect(&conversation_, &Conversation::messageUpdated, this, soon);
    connect(&conversation_, &Conversation::opened, this, soon);
}

void ConversationSearch::find(const QString& words)
{
    words_ = words;
    current_ = -1;
    again_.stop();
    unmark();
    collect();
    if (!places_.empty()) {
        // From what is being read backwards: the newest messages are the likeliest place.
        current_ = count() - 1;
        const int bottom = view_->column()->mapFrom(view_, QPoint(0, view_->height())).y();
        for (int i = 0; i < count(); ++i) {
            const Place& place = places_[static_cast<std::size_t>(i)];
            if (place.edit
                && place.edit->mapTo(view_->column(), place.edit->cursorRect(place.cursor).topLeft()).y()
                    < bottom)
                current_ = i;
        }
    }
    mark();
    reveal();
    emit changed();
}

void ConversationSearch::step(int direction)
{
    if (places_.empty())
        return;
    current_ = (current_ + direction + count()) % count();
    if (const Place& place = places_[static_cast<std::size_t>(current_)]; !place.edit) {
        // Where it stands among the places of its message is known only when the message is there.
        const MessageId message = place.message;
        int within = 0;
        for (int i = current_; i > 0 && places_[static_cast<std::size_t>(i) - 1].message == message; --i)
            ++within;
        view_->buildBackTo(message);
        collect();
        const auto first = std::ranges::find(places_, message, &Place::message);
        const auto last = std::ranges::find_if(
            first, places_.end(), [message](const Place& each) { return each.message != message; });
        if (first != last)
            current_ = static_cast<int>(first - places_.begin())
                + std::min(within, static_cast<int>(last - first) - 1);
        current_ = std::min(current_, count() - 1);
    }
    mark();
    reveal();
    emit changed();
}

void ConversationSearch::collect()
{
    places_.clear();
    if (words_.isEmpty())
        return;
    QHash<MessageId, MessageItem*> built;
    for (MessageItem* item : view_->messageItems())
        built.insert(item->id(), item);
    for (const MessageRecord& record : conversation_.messages()) {
        if (MessageItem* item = built.value(record.id)) {
            collectFrom(item);
            continue;
        }
        const auto times = record.text.count(words_, Qt::CaseInsensitive);
        places_.insert(places_.end(), static_cast<std::size_t>(times), Place { record.id, nullptr, {} });
    }
    current_ = std::clamp(current_, places_.empty() ? -1 : 0, count() - 1);
}

void ConversationSearch::collectFrom(MessageItem* item)
{
    for (QTextEdit* edit : textsOf(item)) {
        QTextCursor cursor(edit->document());
        while (!(cursor = edit->document()->find(words_, cursor)).isNull())
            places_.push_back({ item->id(), edit, cursor });
    }
}

void ConversationSearch::unmark()
{
    for (MessageItem* item : view_->messageItems())
        for (QTextEdit* edit : item->findChildren<QTextEdit*>())
            if (!edit->extraSelections().isEmpty())
                edit->setExtraSelections({});
}

void ConversationSearch::mark()
{
    unmark();
    const ThemeColors& colors = themeColors();
    QHash<QTextEdit*, QList<QTextEdit::ExtraSelection>> marks;
    for (int i = 0; i < count(); ++i) {
        const Place& place = places_[static_cast<std::size_t>(i)];
        if (!place.edit)
            continue;
        QTextEdit::ExtraSelection selection;
        selection.cursor = place.cursor;
        const bool isCurrent = i == current_;
        selection.format.setBackground(isCurrent ? colors.accent : colors.warningTint);
        selection.format.setForeground(isCurrent ? colors.accentText : colors.text);
        marks[place.edit].append(selection);
    }
    for (auto entry = marks.cbegin(); entry != marks.cend(); ++entry)
        entry.key()->setExtraSelections(entry.value());
}

void ConversationSearch::reveal()
{
    if (current_ < 0)
        return;
    const Place& place = places_[static_cast<std::size_t>(current_)];
    if (!place.edit)
        return;
    const QRect line = place.edit->cursorRect(place.cursor);
    const QPoint point = place.edit->viewport()->mapTo(view_->column(), line.center());
    view_->lookAt(point.y(), kAround);
}

} // namespace moru
