#pragma once

#include "app/types/identifiers.h"

#include <QWidget>

class QLineEdit;
class QListView;

namespace moru {

class ChatItemModel;
class ChatLibrary;
struct ChatSummary;
class Conversation;
class EmptyState;
class NoteBox;
class TextButton;

/// The left part of the window: search, chats by day, the bin, and the way back after a chat was deleted.
class ChatListView final : public QWidget {
    Q_OBJECT

public:
    ChatListView(ChatLibrary& library, Conversation& conversation, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit* searchField() const { return search_; }
    [[nodiscard]] QListView* list() const { return list_; }
    void renameCurrent();
    void moveCurrentToBin();
    void exportCurrent();

signals:
    void aboutToOpenChat(); ///< The composer commits what is being composed.
    void chatOpened();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void open(const QModelIndex& index);
    void moveToBin(ChatId chat);
    void exportChat(const ChatSummary& chat);
    [[nodiscard]] const ChatSummary*
    currentChat() const; ///< In the list, or the open one; null for a new chat.
    void showMenu(const QPoint& position);
    void selectOpenChat();
    [[nodiscard]] bool isRenaming() const; ///< The box for the new name is open.
    void toggleBin();

    ChatLibrary& library_;
    Conversation& conversation_;
    ChatItemModel* model_;
    QLineEdit* search_;
    QListView* list_;
    EmptyState* empty_;
    NoteBox* undo_;
    TextButton* bin_;
    TextButton* emptyBin_;
    ChatId deleted_ = 0;
};

} // namespace moru
