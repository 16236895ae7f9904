#pragma once

#include "app/types/chat.h"

#include <QScrollArea>

namespace moru {

class AnswerMessage;
class ColumnItem;
class Conversation;
class EngineControl;
class MessageColumn;
class MessageItem;
class SettingsStore;
class TextButton;
class UserMessage;

/// The messages of the open chat. It follows new text only while it stands at its end; a step up unpins it
/// and shows "Newest". Long chats show their last messages first; earlier ones come when the top is reached.
class ConversationView final : public QScrollArea {
    Q_OBJECT

public:
    ConversationView(Conversation& conversation, EngineControl& engine, const SettingsStore& settings,
        QWidget* parent = nullptr);

    [[nodiscard]] bool isPinned() const { return pinned_; }
    [[nodiscard]] MessageColumn* column() const { return column_; }
    [[nodiscard]] QList<MessageItem*> messageItems() const;
    void scrollToEnd();
    void focusLastMessage();
    /// Makes items for the messages from this one on, if they have none yet.
    void buildBackTo(MessageId message);
    /// Scrolls as little as is needed to show this height of the column, with so much around it; stays there.
    void lookAt(int columnY, int around);

signals:
    void chooseModelRequested(); ///< From the card of a load that failed.
    void composerWanted(); ///< What had the focus has done its work.
    void promptRequested(moru::MessageId answer);
    void loadingEnded(); ///< The card of a load went while it had the focus.

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void sync();
    void showEarlier();
    void updateMessage(MessageId id);
    void appendText(MessageId id, const QString& text, bool isThinking);
    void updateActivity();
    void followFocus(QWidget* now);
    void showEditor(UserMessage* message);
    void focusNeighbour(MessageItem* from, int step);
    void placeNewest();
    void updateTabStops();
    void setPinned(bool pinned);
    [[nodiscard]] MessageItem* makeItem(const MessageRecord& record);
    [[nodiscard]] MessageItem* itemOf(MessageId id) const;
    [[nodiscard]] const MessageRecord* recordOf(MessageId id) const;

    Conversation& conversation_;
    const SettingsStore& settings_;
    MessageColumn* column_;
    TextButton* newest_;
    MessageItem* focused_ = nullptr;
    qsizetype firstShown_ = 0; ///< Index of the first message that has an item.
    bool pinned_ = true;
    bool scrolling_ = false; ///< The view itself moves the scroll bar.
};

} // namespace moru
