#pragma once

#include "app/types/performance.h"
#include "ui/widgets/figure_rows.h"
#include "ui/widgets/stacked_bar.h"

#include <span>
#include <vector>

namespace moru {

/// Facts of the performance source as rows and bars: the order, the words and the colours, no arithmetic but
/// sums and shares of the whole.
struct PhaseRows {
    std::vector<StackedBar::Part> parts;
    std::vector<FigureRows::Row> rows;
    double totalMs = 0;
};
[[nodiscard]] PhaseRows phaseRows(const PhaseTimes& phases, const SpeedGauges& gauges);

/// The tokens that decode made. The first one comes from the last chunk of the prompt: its time is prefill's.
[[nodiscard]] std::span<const TokenSample> decodedTokens(std::span<const TokenSample> tokens);

struct RoleRows {
    std::vector<StackedBar::Part> parts;
    std::vector<FigureRows::Row> rows;
    double totalMs = 0;
};
[[nodiscard]] RoleRows roleRows(const std::vector<RoleShare>& roles);

[[nodiscard]] std::vector<FigureRows::Row> operationRows(const std::vector<OperationShare>& operations);
[[nodiscard]] std::vector<FigureRows::Row> ledgerRows(const MemoryLedger& ledger);

} // namespace moru
