#include "ui/charts/live_chart.h"

#include "ui/charts/plot_item.h"
#include "ui/charts/round_limit.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme_colors.h"

#include <QGraphicsLayout>
#include <QWheelEvent>
#include <QtCharts/QChart>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>

namespace moru {

namespace {
constexpr int kRight = 34; // For the labels of the values.
constexpr int kBottom = 18;
constexpr int kTop = 8; // Half a label above the highest line.
constexpr double kStepsOfTokens = 4; // The token axis grows by a quarter or more.
} // namespace

LiveChart::LiveChart(QWidget* parent)
    : QChartView(new QChart, parent)
    , tokens_(new QValueAxis(this))
    , values_(new QValueAxis(this))
    , plot_(new PlotItem(chart(), [this](QPainter& painter, const QRectF& area) { drawPlot(painter, area); }))
{
    chart()->setMargins(QMargins(0, 0, 0, 0));
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->legend()->hide();
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->setBackgroundRoundness(0);
    chart()->setBackgroundVisible(false);
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setFocusPolicy(Qt::NoFocus);
    setBackgroundBrush(Qt::NoBrush);
    setStyleSheet(QStringLiteral("background: transparent;"));
    tokens_->setLabelFormat(QStringLiteral("%d"));
    tokens_->setTickCount(3);
    tokens_->setGridLineVisible(false);
    values_->setTickCount(3);
    values_->setLineVisible(false);
    chart()->addAxis(tokens_, Qt::AlignBottom);
    chart()->addAxis(values_, Qt::AlignRight);
    restyleAxes();
    setRanges(0, 1, 1);
}

void LiveChart::restyleAxes()
{
    const ThemeColors& colors = themeColors();
    for (QValueAxis* axis : { tokens_, values_ }) {
        axis->setLabelsFont(uiFont(TextSize::Hint));
        axis->setLabelsColor(colors.text3);
        axis->setLinePen(QPen(colors.line));
        axis->setGridLinePen(QPen(colors.line));
    }
    placePlot();
}

void LiveChart::setRanges(double firstToken, double lastToken, double largest)
{
    const double step = roundLimit((lastToken - firstToken) / kStepsOfTokens);
    const double first = std::floor(firstToken / step) * step;
    const Ranges ranges { first, std::max(std::ceil(lastToken / step) * step, first + step),
        roundLimit(largest) };
    if (ranges == ranges_)
        return;
    ranges_ = ranges;
    ++axisChanges_;
    tokens_->setRange(ranges.firstToken, ranges.lastToken);
    values_->setRange(0, ranges.largest);
    values_->setLabelFormat(ranges.largest < 5 ? QStringLiteral("%.1f") : QStringLiteral("%.0f"));
}

double LiveChart::xOf(double token, const QRectF& area) const
{
    const double span = ranges_.lastToken - ranges_.firstToken;
    return area.left() + (token - ranges_.firstToken) / span * area.width();
}

double LiveChart::yOf(double value, const QRectF& area) const
{
    return area.bottom() - value / ranges_.largest * area.height();
}

void LiveChart::redraw()
{
    // Not through the scene: that paints and flushes the window at once, apart from all else that changes.
    viewport()->update(mapFromScene(plot_->sceneBoundingRect()).boundingRect());
}

void LiveChart::placePlot()
{
    chart()->setPlotArea(QRectF(0, kTop, width() - scaled(kRight), height() - kTop - scaled(kBottom)));
    plot_->setArea(chart()->plotArea());
    // The axes choose their labels for the size that they had last.
    chart()->layout()->invalidate();
    chart()->layout()->activate();
}

void LiveChart::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    placePlot();
}

void LiveChart::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

} // namespace moru
