#pragma once

#include "app/types/performance.h"

#include <optional>
#include <vector>

namespace moru {

/// Rates of the operations of one phase, most expensive first.
/// Units: wallNs of the phase; readBandwidth in bytes per second, unset before the probe.
[[nodiscard]] std::vector<OperationShare> operationShares(
    const std::vector<OperationTotals>& totals, std::int64_t wallNs, std::optional<double> readBandwidth);

} // namespace moru
