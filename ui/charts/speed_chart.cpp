#include "ui/charts/speed_chart.h"

#include "ui/charts/pixel_columns.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"

#include <QPainter>

#include <algorithm>

namespace moru {

SpeedChart::SpeedChart(QWidget* parent)
    : LiveChart(parent)
{
    keepStyled(this, [this] {
        restyleAxes();
        redraw();
    });
    keepTranslated(
        this, [this] { setAccessibleName(tr("Tokens per second, over the tokens of the answer")); });
}

void SpeedChart::setTokens(std::span<const TokenSample> tokens)
{
    QList<QPointF> points;
    points.reserve(static_cast<qsizetype>(tokens.size()));
    double largest = 0;
    for (const TokenSample& token : tokens) {
        points.append(QPointF(token.index + 1, token.tokensPerSecond));
        largest = std::max(largest, token.tokensPerSecond);
    }
    if (!tokens.empty())
        setRanges(tokens.front().index + 1, tokens.back().index + 1, largest);
    points_ = keepExtremes(points, std::max(width(), 64));
    redraw();
}

void SpeedChart::drawPlot(QPainter& painter, const QRectF& area) const
{
    QList<QPointF> line;
    line.reserve(points_.size());
    for (const QPointF& point : points_)
        line.append(QPointF(xOf(point.x(), area), yOf(point.y(), area)));
    // Of one pixel: Qt draws it directly. A wider line is stroked to an outline and filled, which took a
    // fifth of all that the window does while text streams.
    painter.setPen(QPen(themeColors().accent, 1));
    painter.drawPolyline(line);
}

} // namespace moru
