#pragma once

#include "app/types/chat.h"

#include <QWidget>

namespace moru {

class IconLabel;
class StackedBar;
class TextButton;
class TextLabel;

/// What an answer waits for: the model, other chats, or its prompt being read (in percent: on a processor
/// this is the longest silence of all). A waiting message can be taken back.
class ProgressRow final : public QWidget {
    Q_OBJECT

public:
    explicit ProgressRow(QWidget* parent = nullptr);

    void setActivity(const ChatActivity& activity);
    [[nodiscard]] bool hasWords() const; ///< There is something to show.

signals:
    void takeBackRequested();

private:
    void retranslate();

    ChatActivity activity_;
    IconLabel* icon_;
    TextLabel* words_;
    StackedBar* bar_;
    TextButton* takeBack_;
};

} // namespace moru
