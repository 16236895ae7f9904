#include "engine/quantization/packed_int4.h"

#include "engine/core/dtype.h"
#include "engine/quantization/packed_int8.h"
#include "engine/quantization/scale_search.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace moru {

namespace {

constexpr std::int64_t kQuadsAt = kScaleBytes + kZeroPointBytes;
constexpr std::int64_t kGroupBytes = kQuadsAt + kSmallGroup / 8 * kQuadBytes;

/// Where row r has column k of a group.
std::int64_t byteOf(std::int64_t r, std::int64_t k)
{
    return kQuadsAt + k / 8 * kQuadBytes + r * 4 + k % 4;
}

int shiftOf(std::int64_t k)
{
    return k / 4 % 2 == 0 ? 0 : 4;
}

} // namespace

std::int64_t int4PanelBytes(std::int64_t columns)
{
    return paddedColumns(columns) / kSmallGroup * kGroupBytes;
}

QuantisationError quantiseInt4Panel(std::span<const float> weights, std::int64_t rowCount,
    std::int64_t columns, std::span<std::uint8_t> panel, const float* columnWeights)
{
    std::ranges::fill(panel, std::uint8_t { 0 });
    WeightRow row(columns, columnWeights);
    QuantisationError error;
    std::array<std::int8_t, kSmallGroup> integers {};
    for (std::int64_t r = 0; r < rowCount; ++r) {
        row.read(weights.data() + r * columns);
        QuantisationError ofRow; // rows first: fast kernels add up rows beside each other
        for (std::int64_t start = 0; start < paddedColumns(columns); start += kSmallGroup) {
            const WeightRow::Group group = row.group(start, kSmallGroup);
            const GroupCode code = searchInt4(group);
            encodeGroup(group.weights, code, integers);
            ofRow += measureGroup(group, code);
            std::uint8_t* to = panel.data() + start / kSmallGroup * kGroupBytes;
            std::memcpy(to + r * 2, &code.scaleBits, sizeof code.scaleBits);
            to[kScaleBytes + r] = static_cast<std::uint8_t>(code.zeroPoint);
            for (std::int64_t k = 0; k < kSmallGroup; ++k) {
                const int nibble = integers[static_cast<std::size_t>(k)] - code.lowest;
                std::uint8_t& byte = to[byteOf(r, k)];
                byte = static_cast<std::uint8_t>(byte | nibble << shiftOf(k));
            }
        }
        error += ofRow;
    }
    return error;
}

void dequantiseInt4Row(const PackedInt4& matrix, std::int64_t row, std::span<float> output)
{
    const std::int64_t r = row % kPanelRows;
    const std::uint8_t* panel = matrix.data + row / kPanelRows * int4PanelBytes(matrix.columns);
    for (std::int64_t start = 0; start < matrix.columns; start += kSmallGroup) {
        const std::uint8_t* group = panel + start / kSmallGroup * kGroupBytes;
        std::uint16_t scaleBits = 0;
        std::memcpy(&scaleBits, group + r * 2, sizeof scaleBits);
        const float scale = bf16ToFloat(scaleBits);
        const int zero = group[kScaleBytes + r];
        const std::int64_t count = std::min(kSmallGroup, matrix.columns - start);
        for (std::int64_t k = 0; k < count; ++k) {
            const int nibble = (group[byteOf(r, k)] >> shiftOf(k)) & 15;
            // Sixteenths are exact in a float.
            const float steps = static_cast<float>(nibble * kZeroPointSteps - zero) / kZeroPointSteps;
            output[static_cast<std::size_t>(start + k)] = scale * steps;
        }
    }
}

} // namespace moru
