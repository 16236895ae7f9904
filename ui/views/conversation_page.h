#pragma once

#include "app/interfaces/window_services.h"

#include <QWidget>

namespace moru {

class Composer;
class ConversationHeader;
class ConversationView;
class EmptyState;
class NoteBox;
class SystemPromptPanel;

/// The middle of the window: header, messages, composer; above them what the person should know.
class ConversationPage final : public QWidget {
    Q_OBJECT

public:
    explicit ConversationPage(const WindowServices& services, QWidget* parent = nullptr);

    [[nodiscard]] Composer* composer() const { return composer_; }
    [[nodiscard]] ConversationView* messages() const { return messages_; }
    void showSystemPrompt(bool show);

signals:
    void chooseModelRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void placeEmptyState();

    WindowServices services_;
    ConversationHeader* header_;
    SystemPromptPanel* systemPrompt_;
    ConversationView* messages_;
    NoteBox* completionNote_;
    Composer* composer_;
    EmptyState* empty_;
};

} // namespace moru
