#include "ui/charts/pixel_columns.h"

#include <algorithm>

namespace moru {

QList<QPointF> keepExtremes(const QList<QPointF>& points, int columns)
{
    const qsizetype count = points.size();
    if (columns <= 0 || count <= 2 * static_cast<qsizetype>(columns))
        return points;
    QList<QPointF> kept;
    kept.reserve(2 * columns);
    for (qsizetype column = 0; column < columns; ++column) {
        const auto begin = points.begin() + column * count / columns;
        const auto end = points.begin() + (column + 1) * count / columns;
        const auto [low, high]
            = std::minmax_element(begin, end, [](QPointF a, QPointF b) { return a.y() < b.y(); });
        kept.append(low < high ? *low : *high);
        if (low != high)
            kept.append(low < high ? *high : *low);
    }
    return kept;
}

} // namespace moru
