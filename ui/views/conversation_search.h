#pragma once

#include "app/types/chat.h"

#include <QObject>
#include <QTextCursor>
#include <QTimer>

#include <vector>

class QTextEdit;

namespace moru {

class Conversation;
class ConversationView;
class MessageItem;

/// Finds words in the open chat, whatever their case, and marks them. Messages that the view has not built
/// yet are counted in their source text and built when a step reaches them.
class ConversationSearch final : public QObject {
    Q_OBJECT

public:
    ConversationSearch(Conversation& conversation, ConversationView* view);

    /// Marks all places and goes to the last one on screen or above. Empty takes the marks away.
    void find(const QString& words);
    void step(int direction); ///< 1: the next place, −1: the one before; round the ends.
    [[nodiscard]] int count() const { return static_cast<int>(places_.size()); }
    [[nodiscard]] int current() const { return current_; } ///< From 0; −1 for none.

signals:
    void changed();

private:
    struct Place {
        MessageId message = 0;
        QTextEdit* edit = nullptr; ///< Null while the message is not built.
        QTextCursor cursor;
    };

    void collect();
    void collectFrom(MessageItem* item);
    void mark();
    void unmark();
    void reveal();

    Conversation& conversation_;
    ConversationView* view_;
    QString words_;
    std::vector<Place> places_;
    int current_ = -1;
    QTimer again_; ///< Text that streams in is searched a few times a second.
};

} // namespace moru
