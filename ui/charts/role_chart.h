#pragma once

#include "app/types/performance.h"
#include "ui/charts/live_chart.h"

#include <array>
#include <span>
#include <vector>

namespace moru {

/// Milliseconds of each token, stacked by the role of the operations that took them; waiting is hatched.
class RoleChart final : public LiveChart {
    Q_OBJECT

public:
    explicit RoleChart(QWidget* parent = nullptr);

    void setTokens(std::span<const TokenSample> tokens);

protected:
    void drawPlot(QPainter& painter, const QRectF& area) const override;

private:
    /// Some tokens beside each other, as wide as they are.
    struct Column {
        double begin = 0; ///< Tokens.
        double end = 0;
        std::array<double, kOperationRoleCount>
            tops {}; ///< Milliseconds a token, of this role and those below.
    };
    std::vector<Column> columns_;
};

} // namespace moru
