#pragma once

#include <QColor>
#include <QWidget>

#include <functional>
#include <vector>

namespace moru {

struct ThemeColors;

/// Parts of a whole side by side on one bar. Colours are given as functions of the theme, so the bar follows
/// it.
class StackedBar final : public QWidget {
    Q_OBJECT

public:
    struct Part {
        double share = 0; ///< Of the whole bar, 0 … 1.
        QColor ThemeColors::* color = nullptr;
        bool hatched = false;

        bool operator==(const Part&) const = default;
    };

    explicit StackedBar(int barHeight, QWidget* parent = nullptr);

    void setParts(std::vector<Part> parts);
    void setProgress(double share); ///< One part in the accent.
    /// Marks a place on the bar with a line, e.g. free memory; negative removes it.
    void setMark(double share);
    [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int barHeight_;
    double mark_ = -1;
    std::vector<Part> parts_;
};

} // namespace moru
