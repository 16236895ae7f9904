#pragma once

#include "app/types/prompt.h"

#include <QAbstractScrollArea>

#include <memory>
#include <vector>

namespace moru {

/// A prompt token by token: the text, and the id below it. Control tokens stand out, what the cache still had
/// is underlined, a token that holds a part of a character shows its bytes. Arrow keys walk.
class PromptTokenGrid final : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit PromptTokenGrid(QWidget* parent = nullptr);

    void setPrompt(std::shared_ptr<const PromptText> prompt, int reusedTokens);
    [[nodiscard]] int current() const { return current_; } ///< −1 without tokens.
    void setCurrent(int index);
    /// "token 12 of 116 · id 151644 · special · reused"
    [[nodiscard]] QString describe(int index) const;

signals:
    void currentChanged(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Row {
        int first = 0; ///< Token.
        int top = 0;
    };

    void layoutCells();
    void placeScrollBar();
    [[nodiscard]] int count() const;
    [[nodiscard]] int tokenAt(QPoint viewportPosition) const;
    [[nodiscard]] QRect cellOf(int index) const; ///< In viewport coordinates.
    [[nodiscard]] int rowOf(int index) const;
    [[nodiscard]] int neighbour(int rowStep) const;
    void paintCell(QPainter& painter, int index, const QRect& cell) const;

    std::shared_ptr<const PromptText> prompt_;
    int reused_ = 0;
    int current_ = -1;
    std::vector<int> lefts_;
    std::vector<int> widths_;
    std::vector<Row> rows_;
};

/// A token's text with its blanks made visible: "·a", "↵"; its bytes where it is a part of a character.
[[nodiscard]] QString visibleToken(const PromptToken& token);

} // namespace moru
