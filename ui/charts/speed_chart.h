#pragma once

#include "app/types/performance.h"
#include "ui/charts/live_chart.h"

#include <QList>

#include <span>

namespace moru {

/// Tokens per second over the tokens of the answer.
class SpeedChart final : public LiveChart {
    Q_OBJECT

public:
    explicit SpeedChart(QWidget* parent = nullptr);

    void setTokens(std::span<const TokenSample> tokens);
    [[nodiscard]] int pointCount() const { return static_cast<int>(points_.size()); }

protected:
    void drawPlot(QPainter& painter, const QRectF& area) const override;

private:
    QList<QPointF> points_; ///< Token, tokens per second.
};

} // namespace moru
