#include "engine/quantization/packed_int4.h"

#include "engine/core/dtype.h"
#include "engine/quantization/packed_int8.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace moru {

namespace {

constexpr float kLowest = -8;
constexpr float kHighest = 7;

struct Place {
    std::int64_t byte; ///< inside a group
    int shift; ///< of the nibble
};

Place placeInGroup(std::int64_t r, std::int64_t k)
{
    const std::int64_t quad = k / 4;
    return { kInt4ScaleBytes + quad / 2 * kQuadBytes + r * 4 + k % 4, quad % 2 == 0 ? 0 : 4 };
}

float quantised(float weight, float inverse)
{
    return std::clamp(std::nearbyint(weight * inverse), kLowest, kHighest);
}

double squaredError(const float* weights, std::int64_t count, float scale)
{
    const float inverse = scale != 0 ? 1 / scale : 0;
    double sum = 0;
    for (std::int64_t k = 0; k < count; ++k) {
        const double error = static_cast<double>(weights[k] - scale * quantised(weights[k], inverse));
        sum += error * error;
    }
    return sum;
}

/// The scale as bf16 bits. Scales may be negative: the side that has one step more serves the largest number.
std::uint16_t bestScale(const float* weights, std::int64_t count)
{
    float largest = 0;
    for (std::int64_t k = 0; k < count; ++k) {
        if (std::abs(weights[k]) > std::abs(largest))
            largest = weights[k];
    }
    std::uint16_t best = 0;
    double bestError = std::numeric_limits<double>::infinity();
    for (int step = -4; step <= 4; ++step) {
        const std::uint16_t bits = floatToBf16(largest / (kLowest + 0.25F * static_cast<float>(step)));
        const double error = squaredError(weights, count, bf16ToFloat(bits));
        if (error < bestError) {
            bestError = error;
            best = bits;
        }
    }
    return best;
}

} // namespace

std::int64_t int4PanelBytes(std::int64_t columns)
{
    return paddedColumns(columns) / kInt4Group * kInt4GroupBytes;
}

void quantiseInt4Panel(std::span<const float> weights, std::int64_t rowCount, std::int64_t columns,
    std::span<std::uint8_t> panel)
{
    constexpr std::uint8_t kTwoZeros = kInt4ZeroPoint | kInt4ZeroPoint << 4U;
    std::ranges::fill(panel, kTwoZeros);
    for (std::int64_t start = 0; start < paddedColumns(columns); start += kInt4Group) {
        std::uint8_t* group = panel.data() + start / kInt4Group * kInt4GroupBytes;
        std::uint16_t scales[kPanelRows] = {};
        const std::int64_t count = std::clamp<std::int64_t>(columns - start, 0, kInt4Group);
        for (std::int64_t r = 0; r < rowCount; ++r) {
            const float* row = weights.data() + r * columns + start;
            scales[r] = bestScale(row, count);
            const float scale = bf16ToFloat(scales[r]);
            const float inverse = scale != 0 ? 1 / scale : 0;
            for (std::int64_t k = 0; k < count; ++k) {
                const auto [byte, shift] = placeInGroup(r, k);
                const int nibble
                    = static_cast<int>(quantised(row[k], inverse)) + static_cast<int>(kInt4ZeroPoint);
                group[byte] = static_cast<std::uint8_t>((group[byte] & (0xF0 >> shift)) | (nibble << shift));
            }
        }
        std::memcpy(group, scales, sizeof scales);
    }
}

void dequantiseInt4Row(const PackedInt4& matrix, std::int64_t row, std::span<float> output)
{
    const std::int64_t r = row % kPanelRows;
    const std::uint8_t* panel = matrix.data + row / kPanelRows * int4PanelBytes(matrix.columns);
    for (std::int64_t k = 0; k < matrix.columns; ++k) {
        const std::uint8_t* group = panel + k / kInt4Group * kInt4GroupBytes;
        std::uint16_t bits = 0;
        std::memcpy(&bits, group + r * 2, sizeof bits);
        const auto [byte, shift] = placeInGroup(r, k % kInt4Group);
        const int weight = ((group[byte] >> shift) & 15) - static_cast<int>(kInt4ZeroPoint);
        output[static_cast<std::size_t>(k)] = bf16ToFloat(bits) * static_cast<float>(weight);
    }
}

} // namespace moru
