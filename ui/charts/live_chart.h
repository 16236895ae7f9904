#pragma once

#include <QtCharts/QChartView>

class QValueAxis;

namespace moru {

class PlotItem;

/// What both charts share: no margins, legend or animation, quiet axes, colours of the theme, and a
/// description for screen readers. New tokens repaint the plot only; the axes go on in round steps, so that
/// they are laid out a few times in an answer.
class LiveChart : public QChartView {
    Q_OBJECT

public:
    explicit LiveChart(QWidget* parent = nullptr);

    [[nodiscard]] int axisChanges() const { return axisChanges_; } ///< Since the chart was made.

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    /// The token axis spans at least first … last, the value axis 0 … `largest`, both up to round numbers.
    void setRanges(double firstToken, double lastToken, double largest);
    void restyleAxes();
    void redraw(); ///< What drawPlot draws has changed.
    /// Draws between the axes.
    virtual void drawPlot(QPainter& painter, const QRectF& area) const = 0;
    [[nodiscard]] double xOf(double token, const QRectF& area) const;
    [[nodiscard]] double yOf(double value, const QRectF& area) const;

private:
    void placePlot();

    struct Ranges {
        double firstToken = 0;
        double lastToken = 0;
        double largest = 0;
        bool operator==(const Ranges&) const = default;
    };
    QValueAxis* tokens_;
    QValueAxis* values_;
    PlotItem* plot_; ///< The chart's own.
    Ranges ranges_;
    int axisChanges_ = 0;
};

} // namespace moru
