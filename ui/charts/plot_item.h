#pragma once

#include <QGraphicsItem>

#include <functional>

namespace moru {

/// What a chart draws between its axes. The series of Qt Charts compute outlines for the mouse at every
/// change, three times for two new ranges and new points (measured with eight bands: 20 ms of each update);
/// this only paints.
class PlotItem final : public QGraphicsItem {
public:
    using Draw = std::function<void(QPainter& painter, const QRectF& area)>;

    PlotItem(QGraphicsItem* chart, Draw draw);

    void setArea(const QRectF& area);
    [[nodiscard]] QRectF boundingRect() const override { return area_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QRectF area_;
    Draw draw_;
};

} // namespace moru
