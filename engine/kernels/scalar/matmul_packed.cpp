#include "engine/core/dtype.h"
#include "engine/kernels/scalar/kernels.h"

#include <algorithm>
#include <cstring>

namespace moru::kernels::scalar {

namespace {

std::int32_t activation(const QuantisedActivations& x, std::int64_t t, std::int64_t k)
{
    const std::int64_t at = t * x.paddedColumns + k;
    return x.low != nullptr ? 256 * x.high[at] + x.low[at] : x.high[at];
}

float scaleOf(const std::uint8_t* group, std::int64_t r)
{
    std::uint16_t bits = 0;
    std::memcpy(&bits, group + r * 2, sizeof bits);
    return bf16ToFloat(bits);
}

float int8Product(const QuantisedActivations& x, std::int64_t t, const PackedInt8& weight, std::int64_t row)
{
    const std::int64_t groupBytes = kScaleBytes + weight.groupSize / 4 * kQuadBytes;
    const std::int64_t panelBytes = x.paddedColumns / weight.groupSize * groupBytes;
    const std::uint8_t* panel = weight.data + row / kPanelRows * panelBytes;
    const std::int64_t r = row % kPanelRows;
    const std::int64_t block = std::min(weight.groupSize, x.blockColumns);
    float sum = 0;
    for (std::int64_t start = 0; start < x.paddedColumns; start += block) {
        const std::uint8_t* group = panel + start / weight.groupSize * groupBytes;
        std::int32_t dot = 0;
        for (std::int64_t k = start; k < start + block; ++k) {
            const std::int64_t inGroup = k % weight.groupSize;
            const std::uint8_t byte = group[kScaleBytes + inGroup / 4 * kQuadBytes + r * 4 + inGroup % 4];
            dot += (byte - static_cast<std::int32_t>(kInt8ZeroPoint)) * activation(x, t, k);
        }
        const float tokenScale = x.scales[(t * x.paddedColumns + start) / kSmallGroup];
        sum += scaleOf(group, r) * tokenScale * static_cast<float>(dot);
    }
    return sum;
}

float int4Product(const QuantisedActivations& x, std::int64_t t, const PackedInt4& weight, std::int64_t row)
{
    constexpr std::int64_t quadsAt = kScaleBytes + kZeroPointBytes;
    const std::int64_t groupBytes = quadsAt + kSmallGroup / 8 * kQuadBytes;
    const std::int64_t panelBytes = x.paddedColumns / kSmallGroup * groupBytes;
    const std::uint8_t* panel = weight.data + row / kPanelRows * panelBytes;
    const std::int64_t r = row % kPanelRows;
    float sum = 0;
    for (std::int64_t start = 0; start < x.paddedColumns; start += kSmallGroup) {
        const std::uint8_t* group = panel + start / kSmallGroup * groupBytes;
        const auto zero = static_cast<std::int32_t>(group[kScaleBytes + r]);
        std::int32_t sixteenths = 0;
        for (std::int64_t k = 0; k < kSmallGroup; ++k) {
            const std::uint8_t byte = group[quadsAt + k / 8 * kQuadBytes + r * 4 + k % 4];
            const std::int32_t nibble = k / 4 % 2 == 0 ? byte & 15 : byte >> 4;
            sixteenths
                += (nibble * static_cast<std::int32_t>(kZeroPointSteps) - zero) * activation(x, t, start + k);
        }
        const float tokenScale = x.scales[(t * x.paddedColumns + start) / kSmallGroup];
        sum += scaleOf(group, r) * tokenScale * (static_cast<float>(sixteenths) / kZeroPointSteps);
    }
    return sum;
}

} // namespace

void matmulInt8(const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y)
{
    for (std::int64_t t = 0; t < x.tokens; ++t) {
        for (std::int64_t row = rows.begin; row < rows.end; ++row)
            y.data[t * y.stride + row] = int8Product(x, t, weight, row);
    }
}

void matmulInt4(const QuantisedActivations& x, const PackedInt4& weight, Range rows, const Output& y)
{
    for (std::int64_t t = 0; t < x.tokens; ++t) {
        for (std::int64_t row = rows.begin; row < rows.end; ++row)
            y.data[t * y.stride + row] = int4Product(x, t, weight, row);
    }
}

} // namespace moru::kernels::scalar
