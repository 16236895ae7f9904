#pragma once

#include "app/types/performance.h"
#include "ui/charts/live_chart.h"

class QLineSeries;

namespace moru {

/// Tokens per second over the tokens of the answer.
class SpeedChart final : public LiveChart {
    Q_OBJECT

public:
    explicit SpeedChart(QWidget* parent = nullptr);

    void setTokens(const std::vector<TokenSample>& tokens);
    [[nodiscard]] int pointCount() const;

private:
    QLineSeries* line_;
};

} // namespace moru
