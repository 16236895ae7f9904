#pragma once

#include <QFrame>

namespace moru {

class Conversation;
class EngineControl;
class MessageEdit;
class SettingsStore;
class SwitchBox;
class TextButton;
class TextLabel;

/// Where messages are written. Send turns into Stop at the same place while this chat is answered. The text
/// is kept as a draft at every change. For a base model it writes the text's beginning, and Continue goes on.
class Composer final : public QWidget {
    Q_OBJECT

public:
    Composer(Conversation& conversation, EngineControl& engine, SettingsStore& settings,
        QWidget* parent = nullptr);

    [[nodiscard]] MessageEdit* edit() const { return edit_; }
    [[nodiscard]] QWidget* thinkingSwitch() const;
    [[nodiscard]] TextButton* sendButton() const { return send_; }
    void commitComposition(); ///< Before another chat is opened: its last syllable belongs to this one.
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

    Conversation& conversation_;
    EngineControl& engine_;
    SettingsStore& settings_;
    MessageEdit* edit_;
    QWidget* bar_;
    QWidget* thinking_; ///< Shown exactly for models whose template has the switch.
    TextLabel* thinkingLabel_;
    SwitchBox* thinkingSwitch_;
    TextLabel* hint_;
    TextButton* send_;
    QRect box_;
};

} // namespace moru
