#include "ui/widgets/spark_line.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme_colors.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>

namespace moru {

SparkLine::SparkLine(QSize sizeAtFullScale, QWidget* parent)
    : QWidget(parent)
    , size_(sizeAtFullScale)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SparkLine::setValues(QList<double> values)
{
    values_ = std::move(values);
    update();
}

QSize SparkLine::sizeHint() const
{
    return { scaled(size_.width()), scaled(size_.height()) };
}

void SparkLine::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.setPen(colors.line);
    painter.drawLine(0, height() - 1, width() - 4, height() - 1);
    if (values_.size() < 2)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    // From zero, so that a steady speed looks steady.
    const double top = *std::max_element(values_.cbegin(), values_.cend()) * 1.25;
    const double stepWidth = (width() - 4.0) / static_cast<double>(values_.size() - 1);
    QPolygonF line;
    for (qsizetype i = 0; i < values_.size(); ++i)
        line << QPointF(static_cast<double>(i) * stepWidth,
            height() - 2 - (top > 0 ? values_[i] / top : 0) * (height() - 4));
    painter.setPen(QPen(colors.accent, 1.5));
    painter.drawPolyline(line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.accent);
    painter.drawEllipse(line.last(), 2.5, 2.5);
}

} // namespace moru
