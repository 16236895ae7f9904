#pragma once

#include <QWidget>

#include <vector>

class QSlider;

namespace moru {

class TextLabel;

/// Context length in steps of 2×, up to the model's own.
class ContextSlider final : public QWidget {
    Q_OBJECT

public:
    explicit ContextSlider(QWidget* parent = nullptr);

    void setRange(int largest); ///< The model's own context length.
    void setValue(int contextLength); ///< The nearest step at or below it.
    [[nodiscard]] int value() const;

signals:
    void chosen(int contextLength);

private:
    void showValue();

    std::vector<int> steps_ { 2048 };
    QSlider* slider_;
    TextLabel* title_;
    TextLabel* value_;
    TextLabel* smallest_;
    TextLabel* largest_;
};

} // namespace moru
