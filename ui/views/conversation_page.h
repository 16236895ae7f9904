#pragma once

#include "app/interfaces/window_services.h"
#include "app/types/identifiers.h"

#include <QWidget>

namespace moru {

class Composer;
class ConversationHeader;
class ConversationView;
class EmptyState;
class FindBar;
class NoteBox;
class OverflowNote;
class SystemPromptPanel;

/// The middle of the window: header, messages, composer; above them what the person should know.
class ConversationPage final : public QWidget {
    Q_OBJECT

public:
    explicit ConversationPage(const WindowServices& services, QWidget* parent = nullptr);

    [[nodiscard]] Composer* composer() const { return composer_; }
    [[nodiscard]] ConversationView* messages() const { return messages_; }
    [[nodiscard]] FindBar* findBar() const { return find_; }
    [[nodiscard]] OverflowNote* overflowNote() const { return overflow_; }
    void showSystemPrompt(bool show);
    void find(); ///< Opens the search inside this chat.

signals:
    void chooseModelRequested();
    void contextSettingsRequested();
    void promptRequested(moru::MessageId answer);

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
    FindBar* find_;
    NoteBox* completionNote_;
    OverflowNote* overflow_;
    Composer* composer_;
    EmptyState* empty_;
};

} // namespace moru
