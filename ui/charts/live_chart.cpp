#include "ui/charts/live_chart.h"

#include "ui/charts/round_limit.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme_colors.h"

#include <QGraphicsLayout>
#include <QWheelEvent>
#include <QtCharts/QChart>
#include <QtCharts/QValueAxis>

#include <algorithm>

namespace moru {

namespace {
constexpr int kRight = 34; // For the labels of the values.
constexpr int kBottom = 18;
constexpr int kTop = 8; // Half a label above the highest line.
} // namespace

LiveChart::LiveChart(QWidget* parent)
    : QChartView(new QChart, parent)
    , tokens_(new QValueAxis(this))
    , values_(new QValueAxis(this))
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
    tokens_->setRange(firstToken, std::max(lastToken, firstToken + 1));
    const double limit = roundLimit(largest);
    values_->setRange(0, limit);
    values_->setLabelFormat(limit < 5 ? QStringLiteral("%.1f") : QStringLiteral("%.0f"));
}

void LiveChart::placePlot()
{
    chart()->setPlotArea(QRectF(0, kTop, width() - scaled(kRight), height() - kTop - scaled(kBottom)));
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
