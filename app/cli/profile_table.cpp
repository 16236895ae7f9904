#include "app/cli/profile_table.h"

#include "app/cli/json_model.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace moru::cli {

namespace {

constexpr double kNsPerMs = 1e6;

std::vector<OperationTotals> longestFirst(std::vector<OperationTotals> operations)
{
    std::sort(operations.begin(), operations.end(), [](const OperationTotals& a, const OperationTotals& b) {
        return a.timeNs != b.timeNs ? a.timeNs > b.timeNs : a.name < b.name;
    });
    return operations;
}

/// Something each nanosecond is a thousand million of it each second: bytes/ns = GB/s, operations/ns = GOPS.
std::optional<double> rate(std::int64_t amount, std::int64_t timeNs)
{
    if (amount <= 0 || timeNs <= 0)
        return std::nullopt;
    return static_cast<double>(amount) / static_cast<double>(timeNs);
}

std::optional<double> share(std::int64_t timeNs, std::int64_t wallNs)
{
    if (wallNs <= 0)
        return std::nullopt;
    return static_cast<double>(timeNs) / static_cast<double>(wallNs);
}

Json phaseJson(const std::vector<OperationTotals>& operations, std::int64_t wallNs)
{
    Json list = Json::array();
    for (const OperationTotals& operation : longestFirst(operations)) {
        list.push_back({
            { "name", operation.name },
            { "role", operationRoleName(operation.role) },
            { "calls", operation.calls },
            { "ms", static_cast<double>(operation.timeNs) / kNsPerMs },
            { "share", figureJson(share(operation.timeNs, wallNs)) },
            { "gb_s", figureJson(rate(operation.bytesRead, operation.timeNs)) },
            { "gops", figureJson(rate(operation.operations, operation.timeNs)) },
        });
    }
    return { { "operations", std::move(list) }, { "wall_ms", static_cast<double>(wallNs) / kNsPerMs } };
}

std::string cell(const std::optional<double>& value, double factor = 1)
{
    return value ? fmt::format("{:.1f}", *value * factor) : std::string("–");
}

std::string phaseText(
    std::string_view name, const std::vector<OperationTotals>& operations, std::int64_t wallNs)
{
    std::string text = fmt::format("{}: {:.1f} ms\n", name, static_cast<double>(wallNs) / kNsPerMs);
    text += fmt::format("  {:<24} {:<10} {:>8} {:>10} {:>7} {:>8} {:>8}\n", "operation", "role", "calls",
        "ms", "%", "GB/s", "GOPS");
    for (const OperationTotals& operation : longestFirst(operations)) {
        text += fmt::format("  {:<24} {:<10} {:>8} {:>10.2f} {:>7} {:>8} {:>8}\n", operation.name,
            operationRoleName(operation.role), operation.calls,
            static_cast<double>(operation.timeNs) / kNsPerMs, cell(share(operation.timeNs, wallNs), 100),
            cell(rate(operation.bytesRead, operation.timeNs)),
            cell(rate(operation.operations, operation.timeNs)));
    }
    return text;
}

} // namespace

Json profileJson(const ProfileReport& report)
{
    return {
        { "prefill", phaseJson(report.prefill, report.prefillWallNs) },
        { "decode", phaseJson(report.decode, report.decodeWallNs) },
    };
}

std::string profileText(const ProfileReport& report)
{
    return phaseText("prefill", report.prefill, report.prefillWallNs) + "\n"
        + phaseText("decode", report.decode, report.decodeWallNs);
}

} // namespace moru::cli
