#pragma once

#include <QtCharts/QChartView>

class QValueAxis;

namespace moru {

/// What both charts share: no margins, legend or animation, quiet axes, colours of the theme, and a
/// description for screen readers.
class LiveChart : public QChartView {
    Q_OBJECT

public:
    explicit LiveChart(QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    /// The token axis spans first … last; the value axis 0 … a round number above `largest`.
    void setRanges(double firstToken, double lastToken, double largest);
    void restyleAxes();

    QValueAxis* tokens_;
    QValueAxis* values_;

private:
    void placePlot();
};

} // namespace moru
