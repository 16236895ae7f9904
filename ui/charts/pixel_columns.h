#pragma once

#include <QList>
#include <QPointF>

namespace moru {

/// Thins a curve to at most two points a column, its minimum and maximum, so that no dip or spike is lost.
[[nodiscard]] QList<QPointF> keepExtremes(const QList<QPointF>& points, int columns);

} // namespace moru
