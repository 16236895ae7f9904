#pragma once

#include <QWidget>

#include <vector>

class QSlider;

namespace moru {

class TextLabel;

/// Context length in steps of 2×, up to the model's own, with the length that is set now among them.
class ContextSlider final : public QWidget {
    Q_OBJECT

public:
    explicit ContextSlider(QWidget* parent = nullptr);

    void setRange(int largest); ///< The model's own context length.
    void setValue(int contextLength); ///< Becomes a step where it is none; at most the model's own.
    [[nodiscard]] int value() const;

signals:
    void chosen(int contextLength);

private:
    void makeSteps(int included);
    void showValue();

    int longest_ = 1;
    std::vector<int> steps_ { 1 };
    QSlider* slider_;
    TextLabel* title_;
    TextLabel* value_;
    TextLabel* smallest_;
    TextLabel* largest_;
};

} // namespace moru
