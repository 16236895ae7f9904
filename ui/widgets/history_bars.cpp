#include "ui/widgets/history_bars.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme_colors.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace moru {

namespace {
constexpr int kHeight = 28;
constexpr int kPlaces = 30; // The source keeps as many answers.
} // namespace

HistoryBars::HistoryBars(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void HistoryBars::setBars(QList<Bar> bars)
{
    if (bars == bars_)
        return;
    bars_ = std::move(bars);
    update();
}

QSize HistoryBars::sizeHint() const
{
    return { scaled(148), scaled(kHeight) };
}

double HistoryBars::barWidth() const
{
    return static_cast<double>(width()) / kPlaces;
}

void HistoryBars::paintEvent(QPaintEvent*)
{
    const auto higher = [](const Bar& a, const Bar& b) { return a.value < b.value; };
    const auto highest = std::max_element(bars_.cbegin(), bars_.cend(), higher);
    if (highest == bars_.cend() || highest->value <= 0)
        return;
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    const double step = barWidth();
    for (qsizetype i = 0; i < bars_.size(); ++i) {
        const double barHeight = bars_[i].value / highest->value * height();
        painter.fillRect(QRectF(static_cast<double>(i) * step, height() - barHeight, step - 1.5, barHeight),
            i == bars_.size() - 1 ? colors.accent : colors.waiting);
    }
}

bool HistoryBars::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto index = static_cast<qsizetype>(help->pos().x() / barWidth());
    if (index < bars_.size())
        QToolTip::showText(help->globalPos(), bars_[index].words, this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace moru
