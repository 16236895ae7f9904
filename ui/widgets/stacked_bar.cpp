#include "ui/widgets/stacked_bar.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme_colors.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace moru {

StackedBar::StackedBar(int barHeight, QWidget* parent)
    : QWidget(parent)
    , barHeight_(barHeight)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StackedBar::setParts(std::vector<Part> parts)
{
    if (parts == parts_)
        return;
    parts_ = std::move(parts);
    update();
}

void StackedBar::setProgress(double share)
{
    setParts({ { std::clamp(share, 0.0, 1.0), &ThemeColors::accent, false } });
}

void StackedBar::setMark(double share)
{
    if (share == mark_)
        return;
    mark_ = share;
    update();
}

QSize StackedBar::sizeHint() const
{
    return { scaled(64), scaled(barHeight_) };
}

void StackedBar::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double barHeight = scaled(barHeight_);
    const QRectF bar(0, (height() - barHeight) / 2, width(), barHeight);
    QPainterPath outline;
    const double radius = std::min(3.0, barHeight / 2);
    outline.addRoundedRect(bar, radius, radius);
    painter.setClipPath(outline);
    painter.fillRect(bar, barHeight_ > 6 ? colors.sunken : colors.line);
    double x = bar.left();
    for (const Part& part : parts_) {
        const double partWidth = part.share * bar.width();
        if (partWidth <= 0)
            continue;
        // A gap of 1 px keeps neighbours apart without outlines; slivers would vanish in it.
        const double drawn = partWidth > 3 && parts_.size() > 1 ? partWidth - 1 : partWidth;
        const QColor color = colors.*part.color;
        const QRectF area(x, bar.top(), drawn, barHeight);
        painter.fillRect(area, part.hatched ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
        x += partWidth;
    }
    if (mark_ >= 0) {
        painter.setClipping(false);
        painter.fillRect(QRectF(std::min(mark_, 1.0) * (width() - 2), 0, 2, height()), colors.error);
    }
}

} // namespace moru
