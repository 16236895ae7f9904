#pragma once

#include "app/interfaces/window_services.h"

#include <QWidget>

#include <vector>

class QStackedWidget;
class QVBoxLayout;

namespace moru {

class EmptyState;
class FigureRows;
class IconButton;
class NoteBox;
class PromptTextEdit;
class PromptTokenGrid;
class SegmentedControl;
class StackedBar;
class TextButton;
class TextLabel;
struct AnswerPrompt;
struct LoadedModelInfo;

/// The Prompt dock: what the model was given for the last answer, or for one that was chosen; as text or as
/// tokens, what of it was reused from the cache, and in words what was changed to make it.
class PromptView final : public QWidget {
    Q_OBJECT

public:
    explicit PromptView(const WindowServices& services, QWidget* parent = nullptr);

    [[nodiscard]] QString scopeText() const;
    /// Whether somebody sees it. A dock below another tab is "shown" to Qt, so the window says so.
    void setWatched(bool watched);
    [[nodiscard]] SegmentedControl* pages() const { return pages_; }
    [[nodiscard]] PromptTextEdit* text() const { return text_; }
    [[nodiscard]] PromptTokenGrid* grid() const { return grid_; }
    [[nodiscard]] EmptyState* emptyState() const { return empty_; }
    [[nodiscard]] FigureRows* rows() const { return rows_; }
    [[nodiscard]] IconButton* copyButton() const { return copy_; }
    [[nodiscard]] TextButton* lastButton() const { return last_; }
    [[nodiscard]] QWidget* firstControl() const; ///< Where the keyboard enters.
    [[nodiscard]] QStringList notes() const; ///< Their words, in the order on screen.

signals:
    void scopeChanged();

private:
    void build();
    void refresh();
    void showContent(const AnswerPrompt& prompt);
    void showFigures(const AnswerPrompt& prompt);
    void showNotes(const AnswerPrompt& prompt, const LoadedModelInfo& model);
    void showPage();
    void copy();
    [[nodiscard]] QString emptySentence() const;

    WindowServices services_;
    QWidget* body_;
    TextLabel* count_;
    TextButton* last_;
    StackedBar* bar_;
    FigureRows* rows_;
    SegmentedControl* pages_;
    IconButton* copy_;
    QStackedWidget* stack_;
    PromptTextEdit* text_;
    PromptTokenGrid* grid_;
    PromptTextEdit* difference_;
    TextLabel* status_; ///< The current token, or what the signs of a difference mean.
    QVBoxLayout* notesLayout_;
    std::vector<NoteBox*> notes_;
    EmptyState* empty_;
};

} // namespace moru
