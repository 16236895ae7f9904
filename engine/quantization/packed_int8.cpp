#include "engine/quantization/packed_int8.h"

#include "engine/core/dtype.h"
#include "engine/quantization/scale_search.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace moru {

namespace {

/// Offset of the byte of row r, column k inside a group.
std::int64_t byteInGroup(std::int64_t r, std::int64_t k)
{
    return kScaleBytes + k / 4 * kQuadBytes + r * 4 + k % 4;
}

std::int64_t groupBytes(std::int64_t groupSize)
{
    return kScaleBytes + groupSize / 4 * kQuadBytes;
}

} // namespace

std::int64_t paddedColumns(std::int64_t columns)
{
    return (columns + kColumnBlock - 1) / kColumnBlock * kColumnBlock;
}

std::int64_t largeGroup(std::int64_t columns)
{
    std::int64_t group = kMostBlockColumns;
    while (paddedColumns(columns) % group != 0)
        group /= 2;
    return group;
}

std::int64_t panelCount(std::int64_t rows)
{
    return (rows + kPanelRows - 1) / kPanelRows;
}

std::int64_t int8PanelBytes(std::int64_t columns, std::int64_t groupSize)
{
    return paddedColumns(columns) / groupSize * groupBytes(groupSize);
}

QuantisationError quantiseInt8Panel(std::span<const float> weights, std::int64_t rowCount,
    std::int64_t columns, std::int64_t groupSize, std::span<std::uint8_t> panel, const float* columnWeights)
{
    std::ranges::fill(panel, static_cast<std::uint8_t>(kInt8ZeroPoint));
    WeightRow row(columns, columnWeights);
    QuantisationError error;
    std::vector<std::int8_t> integers(static_cast<std::size_t>(groupSize));
    const std::int64_t groups = paddedColumns(columns) / groupSize;
    for (std::int64_t g = 0; g < groups; ++g)
        std::memset(panel.data() + g * groupBytes(groupSize), 0, kScaleBytes); // of rows that are not there
    for (std::int64_t r = 0; r < rowCount; ++r) {
        row.read(weights.data() + r * columns);
        QuantisationError ofRow; // rows first: fast kernels add up rows beside each other
        for (std::int64_t g = 0; g < groups; ++g) {
            const WeightRow::Group group = row.group(g * groupSize, groupSize);
            const GroupCode code = searchInt8(group);
            encodeGroup(group.weights, code, integers);
            ofRow += measureGroup(group, code);
            std::uint8_t* to = panel.data() + g * groupBytes(groupSize);
            std::memcpy(to + r * 2, &code.scaleBits, sizeof code.scaleBits);
            for (std::int64_t k = 0; k < groupSize; ++k) {
                to[byteInGroup(r, k)]
                    = static_cast<std::uint8_t>(integers[static_cast<std::size_t>(k)] + kInt8ZeroPoint);
            }
        }
        error += ofRow;
    }
    return error;
}

void dequantiseInt8Row(const PackedInt8& matrix, std::int64_t row, std::span<float> output)
{
    const std::int64_t r = row % kPanelRows;
    const std::uint8_t* panel
        = matrix.data + row / kPanelRows * int8PanelBytes(matrix.columns, matrix.groupSize);
    for (std::int64_t start = 0; start < matrix.columns; start += matrix.groupSize) {
        const std::uint8_t* group = panel + start / matrix.groupSize * groupBytes(matrix.groupSize);
        std::uint16_t scaleBits = 0;
        std::memcpy(&scaleBits, group + r * 2, sizeof scaleBits);
        const float scale = bf16ToFloat(scaleBits);
        const std::int64_t count = std::min(matrix.groupSize, matrix.columns - start);
        for (std::int64_t k = 0; k < count; ++k) {
            const int weight = group[byteInGroup(r, k)] - static_cast<int>(kInt8ZeroPoint);
            output[static_cast<std::size_t>(start + k)] = scale * static_cast<float>(weight);
        }
    }
}

} // namespace moru
