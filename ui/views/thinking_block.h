#pragma once

#include "ui/widgets/column_item.h"

namespace moru {

class MarkdownView;

/// What the model thought, folded to one line: "Thinking… 8.4 s" while it runs, "Thought for 5.8 s" after.
class ThinkingBlock final : public ColumnItem {
    Q_OBJECT

public:
    explicit ThinkingBlock(bool open, QWidget* parent = nullptr);

    void setText(const QString& text);
    void append(const QString& text);
    void setRunning(bool running);
    void setFigures(double thinkingMs, int tokens); ///< Zero tokens: unknown.
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const { return open_; }

    int layoutColumn(int width) override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void retranslate();

    MarkdownView* body_;
    bool open_;
    bool running_ = false;
    double thinkingMs_ = 0;
    int tokens_ = 0;
    QString title_;
    QString figures_;
};

} // namespace moru
