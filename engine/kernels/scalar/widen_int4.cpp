#include "engine/core/dtype.h"
#include "engine/kernels/scalar/kernels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace moru::kernels::scalar {

namespace {

constexpr std::int64_t kGroups = kColumnBlock / kSmallGroup;
constexpr std::int64_t kQuadsAt = kScaleBytes + kZeroPointBytes;
constexpr std::int64_t kGroupBytes = kQuadsAt + kSmallGroup / 8 * kQuadBytes;

float scaleOf(const std::uint8_t* group, std::int64_t r)
{
    std::uint16_t bits = 0;
    std::memcpy(&bits, group + r * 2, sizeof bits);
    return bf16ToFloat(bits);
}

float zeroOf(const std::uint8_t* group, std::int64_t r)
{
    return static_cast<float>(group[kScaleBytes + r]) / kZeroPointSteps;
}

/// The smallest bf16 number that is not smaller, or 0 where that is denormal.
std::uint16_t bf16Above(float x)
{
    if (x < std::numeric_limits<float>::min())
        return 0;
    return static_cast<std::uint16_t>((std::bit_cast<std::uint32_t>(x) + 0xFFFFU) >> 16U);
}

void widenRow(const std::uint8_t* groups, std::int64_t r, std::uint8_t* output)
{
    float largest = 0;
    for (std::int64_t g = 0; g < kGroups; ++g) {
        const std::uint8_t* group = groups + g * kGroupBytes;
        largest = std::max(largest, scaleOf(group, r) * std::max(zeroOf(group, r), 15 - zeroOf(group, r)));
    }
    const std::uint16_t scaleBits = bf16Above(largest * (1.0F / 127));
    std::memcpy(output + r * 2, &scaleBits, sizeof scaleBits);
    const float inverse = scaleBits != 0 ? 1 / bf16ToFloat(scaleBits) : 0;
    for (std::int64_t k = 0; k < kColumnBlock; ++k) {
        const std::uint8_t* group = groups + k / kSmallGroup * kGroupBytes;
        const std::int64_t inGroup = k % kSmallGroup;
        const std::uint8_t pair = group[kQuadsAt + inGroup / 8 * kQuadBytes + r * 4 + k % 4];
        const auto nibble = static_cast<float>(inGroup / 4 % 2 == 0 ? pair & 15 : pair >> 4);
        const float ratio = scaleOf(group, r) * inverse;
        const float offset = std::fma(-zeroOf(group, r), ratio, static_cast<float>(kInt8ZeroPoint));
        output[kScaleBytes + k / 4 * kQuadBytes + r * 4 + k % 4]
            = static_cast<std::uint8_t>(std::nearbyint(std::fma(nibble, ratio, offset)));
    }
}

} // namespace

void widenInt4Panel(const std::uint8_t* panel, std::int64_t paddedColumns, std::uint8_t* output)
{
    for (std::int64_t k = 0; k < paddedColumns; k += kColumnBlock) {
        for (std::int64_t r = 0; r < kPanelRows; ++r)
            widenRow(panel, r, output);
        panel += kGroups * kGroupBytes;
        output += kScaleBytes + kColumnBlock / 4 * kQuadBytes;
    }
}

} // namespace moru::kernels::scalar
