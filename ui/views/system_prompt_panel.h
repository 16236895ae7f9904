#pragma once

#include <QWidget>

class QPlainTextEdit;

namespace moru {

class Conversation;
class EngineControl;
class TextLabel;

/// The system prompt of the open chat, edited in place below the header.
class SystemPromptPanel final : public QWidget {
    Q_OBJECT

public:
    SystemPromptPanel(Conversation& conversation, EngineControl& engine, QWidget* parent = nullptr);

    [[nodiscard]] QPlainTextEdit* edit() const { return edit_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    Conversation& conversation_;
    EngineControl& engine_;
    TextLabel* title_;
    TextLabel* hint_;
    QPlainTextEdit* edit_;
};

} // namespace moru
