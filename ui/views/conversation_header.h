#pragma once

#include <QWidget>

namespace moru {

class Conversation;
class ElidedLabel;
class EngineControl;
class IconButton;
class PerformanceSource;
class StackedBar;
class TextLabel;

/// Title of the open chat, how much of the context it fills, and the system prompt's button.
class ConversationHeader final : public QWidget {
    Q_OBJECT

public:
    ConversationHeader(Conversation& conversation, EngineControl& engine,
        const PerformanceSource& performance, QWidget* parent = nullptr);

    [[nodiscard]] IconButton* systemPromptButton() const { return systemPrompt_; }
    [[nodiscard]] IconButton* findButton() const { return find_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void refreshContext();

    Conversation& conversation_;
    EngineControl& engine_;
    const PerformanceSource& performance_;
    ElidedLabel* title_;
    TextLabel* context_;
    StackedBar* bar_;
    IconButton* find_;
    IconButton* systemPrompt_;
};

} // namespace moru
