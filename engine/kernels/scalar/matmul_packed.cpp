#include "engine/core/dtype.h"
#include "engine/kernels/scalar/kernels.h"

#include <cstring>

namespace moru::kernels::scalar {

namespace {

std::int32_t activation(const QuantisedActivations& x, std::int64_t t, std::int64_t k)
{
    const std::int64_t at = t * x.paddedColumns + k;
    return x.low != nullptr ? 256 * x.high[at] + x.low[at] : x.high[at];
}

} // namespace

void matmulInt8(const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y)
{
    const std::int64_t groupBytes = kInt8ScaleBytes + weight.groupSize / 4 * kQuadBytes;
    const std::int64_t panelBytes = x.paddedColumns / weight.groupSize * groupBytes;
    for (std::int64_t t = 0; t < x.tokens; ++t) {
        for (std::int64_t row = rows.begin; row < rows.end; ++row) {
            const std::uint8_t* panel = weight.data + row / kPanelRows * panelBytes;
            const std::int64_t r = row % kPanelRows;
            float sum = 0;
            for (std::int64_t block = 0; block < x.paddedColumns; block += kColumnBlock) {
                const std::uint8_t* group = panel + block / weight.groupSize * groupBytes;
                std::int32_t dot = 0;
                for (std::int64_t k = block; k < block + kColumnBlock; ++k) {
                    const std::int64_t inGroup = k % weight.groupSize;
                    const std::uint8_t byte
                        = group[kInt8ScaleBytes + inGroup / 4 * kQuadBytes + r * 4 + inGroup % 4];
                    dot += (byte - static_cast<std::int32_t>(kInt8ZeroPoint)) * activation(x, t, k);
                }
                float scale = 0;
                std::memcpy(&scale, group + r * 4, sizeof scale);
                sum += scale * x.scales[(t * x.paddedColumns + block) / kColumnBlock]
                    * static_cast<float>(dot);
            }
            y.data[t * y.stride + row] = sum;
        }
    }
}

void matmulInt4(const QuantisedActivations& x, const PackedInt4& weight, Range rows, const Output& y)
{
    const std::int64_t panelBytes = x.paddedColumns / kInt4Group * kInt4GroupBytes;
    for (std::int64_t t = 0; t < x.tokens; ++t) {
        for (std::int64_t row = rows.begin; row < rows.end; ++row) {
            const std::uint8_t* panel = weight.data + row / kPanelRows * panelBytes;
            const std::int64_t r = row % kPanelRows;
            float sum = 0;
            for (std::int64_t start = 0; start < x.paddedColumns; start += kInt4Group) {
                const std::uint8_t* group = panel + start / kInt4Group * kInt4GroupBytes;
                std::int32_t dot = 0;
                for (std::int64_t k = 0; k < kInt4Group; ++k) {
                    const std::int64_t quad = k / 4;
                    const std::uint8_t byte = group[kInt4ScaleBytes + quad / 2 * kQuadBytes + r * 4 + k % 4];
                    const std::int32_t nibble = quad % 2 == 0 ? byte & 15 : byte >> 4;
                    dot += (nibble - static_cast<std::int32_t>(kInt4ZeroPoint)) * activation(x, t, start + k);
                }
                std::uint16_t bits = 0;
                std::memcpy(&bits, group + r * 2, sizeof bits);
                const float scale
                    = bf16ToFloat(bits) * x.scales[(t * x.paddedColumns + start) / kColumnBlock];
                sum += scale * static_cast<float>(dot);
            }
            y.data[t * y.stride + row] = sum;
        }
    }
}

} // namespace moru::kernels::scalar
