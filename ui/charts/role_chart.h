#pragma once

#include "app/types/performance.h"
#include "ui/charts/live_chart.h"

#include <array>

class QAreaSeries;
class QLineSeries;

namespace moru {

/// Milliseconds of each token, stacked by the role of the operations that took them; waiting is hatched.
class RoleChart final : public LiveChart {
    Q_OBJECT

public:
    explicit RoleChart(QWidget* parent = nullptr);

    void setTokens(const std::vector<TokenSample>& tokens);

private:
    void restyle();

    std::array<QLineSeries*, kOperationRoleCount> tops_ {}; ///< Upper edge of each band.
    std::array<QAreaSeries*, kOperationRoleCount> bands_ {};
};

} // namespace moru
