#include "engine/quantization/packed_int8.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace moru {

namespace {

constexpr float kLargest = 127;

/// Offset of the byte of row r, column k inside a group.
std::int64_t byteInGroup(std::int64_t r, std::int64_t k)
{
    return kInt8ScaleBytes + k / 4 * kQuadBytes + r * 4 + k % 4;
}

std::int64_t groupBytes(std::int64_t groupSize)
{
    return kInt8ScaleBytes + groupSize / 4 * kQuadBytes;
}

} // namespace

std::int64_t paddedColumns(std::int64_t columns)
{
    return (columns + kColumnBlock - 1) / kColumnBlock * kColumnBlock;
}

std::int64_t panelCount(std::int64_t rows)
{
    return (rows + kPanelRows - 1) / kPanelRows;
}

std::int64_t int8PanelBytes(std::int64_t columns, std::int64_t groupSize)
{
    return paddedColumns(columns) / groupSize * groupBytes(groupSize);
}

void quantiseInt8Panel(std::span<const float> weights, std::int64_t rowCount, std::int64_t columns,
    std::int64_t groupSize, std::span<std::uint8_t> panel)
{
    std::ranges::fill(panel, static_cast<std::uint8_t>(kInt8ZeroPoint));
    for (std::int64_t start = 0; start < paddedColumns(columns); start += groupSize) {
        std::uint8_t* group = panel.data() + start / groupSize * groupBytes(groupSize);
        float scales[kPanelRows] = {};
        const std::int64_t count = std::clamp<std::int64_t>(columns - start, 0, groupSize);
        for (std::int64_t r = 0; r < rowCount; ++r) {
            const float* row = weights.data() + r * columns + start;
            float largest = 0;
            for (std::int64_t k = 0; k < count; ++k)
                largest = std::max(largest, std::abs(row[k]));
            scales[r] = largest / kLargest;
            const float inverse = scales[r] > 0 ? 1 / scales[r] : 0;
            for (std::int64_t k = 0; k < count; ++k) {
                // A scale that is denormal has an inverse that overflows: the clamp keeps such rows in range.
                const float weight = std::clamp(std::nearbyint(row[k] * inverse), -kLargest, kLargest);
                group[byteInGroup(r, k)]
                    = static_cast<std::uint8_t>(static_cast<int>(weight) + kInt8ZeroPoint);
            }
        }
        std::memcpy(group, scales, sizeof scales);
    }
}

void dequantiseInt8Row(const PackedInt8& matrix, std::int64_t row, std::span<float> output)
{
    const std::int64_t r = row % kPanelRows;
    const std::uint8_t* panel
        = matrix.data + row / kPanelRows * int8PanelBytes(matrix.columns, matrix.groupSize);
    for (std::int64_t k = 0; k < matrix.columns; ++k) {
        const std::uint8_t* group = panel + k / matrix.groupSize * groupBytes(matrix.groupSize);
        float scale = 0;
        std::memcpy(&scale, group + r * 4, sizeof scale);
        const int weight = group[byteInGroup(r, k % matrix.groupSize)] - static_cast<int>(kInt8ZeroPoint);
        output[static_cast<std::size_t>(k)] = scale * static_cast<float>(weight);
    }
}

} // namespace moru
