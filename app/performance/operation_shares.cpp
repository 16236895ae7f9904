#include "app/performance/operation_shares.h"

#include <algorithm>
#include <tuple>

namespace moru {

std::vector<OperationShare> operationShares(
    const std::vector<OperationTotals>& totals, std::int64_t wallNs, std::optional<double> readBandwidth)
{
    std::vector<OperationShare> shares;
    for (const OperationTotals& operation : totals) {
        OperationShare share;
        share.totals = operation;
        const auto ns = static_cast<double>(operation.timeNs);
        share.milliseconds = ns / 1e6;
        if (wallNs > 0)
            share.share = ns / static_cast<double>(wallNs);
        // Bytes per nanosecond are gigabytes (10^9) per second.
        if (operation.bytesRead > 0 && ns > 0)
            share.gigabytesPerSecond = static_cast<double>(operation.bytesRead) / ns;
        if (operation.operations > 0 && ns > 0)
            share.gigaOperationsPerSecond = static_cast<double>(operation.operations) / ns;
        if (share.gigabytesPerSecond && readBandwidth && *readBandwidth > 0)
            share.shareOfMachine = *share.gigabytesPerSecond * 1e9 / *readBandwidth;
        shares.push_back(std::move(share));
    }
    std::ranges::sort(shares, [](const OperationShare& left, const OperationShare& right) {
        return std::tie(right.milliseconds, left.totals.name)
            < std::tie(left.milliseconds, right.totals.name);
    });
    return shares;
}

} // namespace moru
