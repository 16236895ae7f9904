#pragma once

#include "app/types/chat.h"

#include <QFrame>

namespace moru {

class Conversation;
class EngineControl;
class MessageEdit;
class PromptSource;
class SettingsStore;
class SwitchBox;
class TextButton;
class TextLabel;

/// Where messages are written. Send turns into Stop at the same place while this chat is answered. The text
/// is kept as a draft at every change. For a base model it writes the text's beginning, and Continue goes on.
/// While somebody types it shows how much of the context the conversation needs with the message, and what is
/// left.
class Composer final : public QWidget {
    Q_OBJECT

public:
    Composer(Conversation& conversation, EngineControl& engine, SettingsStore& settings,
        PromptSource& prompts, QWidget* parent = nullptr);

    [[nodiscard]] MessageEdit* edit() const { return edit_; }
    [[nodiscard]] QWidget* thinkingSwitch() const;
    [[nodiscard]] TextButton* sendButton() const { return send_; }
    [[nodiscard]] QString countWords() const; ///< Empty while nothing is counted.
    void commitComposition(); ///< Before another chat is opened: its last syllable belongs to this one.
    /// Sends once it is known that the message fits, where that matters.
    void send();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void layoutBox();
    void sendOrStop();
    [[nodiscard]] bool
    isBusy() const; ///< There is an answer to stop; a message that waits is taken back instead.
    [[nodiscard]] bool maySend() const;
    void sendNow();
    void takeCount();
    void showCount();
    [[nodiscard]] bool isCounted() const; ///< The count is of the text that stands here.
    [[nodiscard]] QString overflowPolicy() const;

    Conversation& conversation_;
    EngineControl& engine_;
    SettingsStore& settings_;
    PromptSource& prompts_;
    MessageEdit* edit_;
    QWidget* bar_;
    QWidget* thinking_; ///< Shown exactly for models whose template has the switch.
    TextLabel* thinkingLabel_;
    SwitchBox* thinkingSwitch_;
    TextLabel* count_;
    TextLabel* hint_;
    TextButton* send_;
    QRect box_;
    bool sendsWhenCounted_ = false;
    ChatActivityKind shownActivity_ = ChatActivityKind::Idle;
};

} // namespace moru
