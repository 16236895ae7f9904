#include "ui/charts/plot_item.h"

#include <QPainter>

namespace moru {

PlotItem::PlotItem(QGraphicsItem* chart, Draw draw)
    : QGraphicsItem(chart)
    , draw_(std::move(draw))
{
    constexpr double kAboveGrid = 100;
    setZValue(kAboveGrid);
}

void PlotItem::setArea(const QRectF& area)
{
    if (area == area_)
        return;
    prepareGeometryChange();
    area_ = area;
}

void PlotItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->setClipRect(area_);
    draw_(*painter, area_);
}

} // namespace moru
