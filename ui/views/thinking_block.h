#pragma once

#include "ui/widgets/column_item.h"

namespace moru {

class MarkdownView;
class TextButton;

/// What the model thought, folded to one line: "Thinking… 8.4 s" and "Answer now" while it runs, "Thought
/// for 5.8 s" after.
class ThinkingBlock final : public ColumnItem {
    Q_OBJECT

public:
    explicit ThinkingBlock(bool open, QWidget* parent = nullptr);

    void setText(const QString& text);
    void append(const QString& text);
    /// `endsNow`: the person has asked for the answer already.
    void setRunning(bool running, bool endsNow = false);
    void setFigures(
        double thinkingMs, int tokens, int budget = 0); ///< Zero tokens: unknown; zero budget: none.
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const { return open_; }
    [[nodiscard]] QString title() const { return title_; }
    [[nodiscard]] QString figures() const { return figures_; }
    [[nodiscard]] TextButton* answerNowButton() const { return answerNow_; }

    int layoutColumn(int width) override;

signals:
    void answerNowRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();

    void placeButton();

    MarkdownView* body_;
    TextButton* answerNow_;
    bool open_;
    bool running_ = false;
    bool endsNow_ = false;
    double thinkingMs_ = 0;
    int tokens_ = 0;
    int budget_ = 0;
    QString title_;
    QString figures_;
};

} // namespace moru
