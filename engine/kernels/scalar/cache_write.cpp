#include "engine/kernels/scalar/cached_rows.h"
#include "engine/kernels/scalar/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moru::kernels::scalar {

namespace {

constexpr float kMostSteps = 127;
constexpr float kSmallestMagnitude = 1e-30F; // below it 127 / magnitude may be infinite

float scaleOf(const float* numbers, std::int64_t count)
{
    float magnitude = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        if (!std::isfinite(numbers[i]))
            return std::numeric_limits<float>::quiet_NaN();
        magnitude = std::max(magnitude, std::abs(numbers[i]));
    }
    return magnitude < kSmallestMagnitude ? 0 : magnitude / kMostSteps;
}

/// Of a number that is at most kMostSteps, or of none: then any will do, as the scale is none either.
std::int8_t integerOf(float steps)
{
    return static_cast<std::int8_t>(steps < kMostSteps ? std::nearbyint(steps) : kMostSteps);
}

void storeNumber(
    const KvBlockLayout& layout, float number, float inverseScale, std::byte* numbers, std::int64_t i)
{
    switch (layout.format) {
    case KvFormat::Float32:
        std::memcpy(numbers + i * 4, &number, sizeof number);
        break;
    case KvFormat::Bfloat16: {
        const std::uint16_t bits = floatToBf16(number);
        std::memcpy(numbers + i * 2, &bits, sizeof bits);
        break;
    }
    case KvFormat::Int8:
        numbers[i] = static_cast<std::byte>(integerOf(number * inverseScale));
        break;
    }
}

/// Writes one position's numbers, `stride` elements apart, and their scale.
void storeRow(const KvBlockLayout& layout, const float* numbers, std::byte* first, std::int64_t stride,
    std::byte* scalePlace)
{
    float inverse = 0;
    if (layout.format == KvFormat::Int8) {
        const float scale = scaleOf(numbers, layout.headDim);
        inverse = scale > 0 ? 1 / scale : 0;
        std::memcpy(scalePlace, &scale, sizeof scale);
    }
    for (std::int64_t d = 0; d < layout.headDim; ++d)
        storeNumber(layout, numbers[d], inverse, first, d * stride);
}

} // namespace

void cacheWrite(const CacheWriteTask& task)
{
    const KvBlockLayout& layout = task.cache.layout;
    for (std::int64_t t = 0; t < task.tokens; ++t) {
        const std::int64_t position = task.firstPosition + t;
        const std::int64_t entry = position % kBlockPositions;
        std::byte* block = blockOf(task.cache, position);
        std::byte* scales = block + layout.scalesOffset + entry * std::int64_t(sizeof(float));
        std::copy_n(task.key + t * task.keyStride, layout.headDim, task.scratch);
        for (std::int64_t d = 0; task.keyOffset != nullptr && d < layout.headDim; ++d)
            task.scratch[d] -= task.keyOffset[d];
        rotateRow(layout, task.scratch);
        storeRow(layout, task.scratch, block + entry * layout.elementBytes, kBlockPositions, scales);
        std::copy_n(task.value + t * task.valueStride, layout.headDim, task.scratch);
        rotateRow(layout, task.scratch);
        storeRow(layout, task.scratch,
            block + layout.valuesOffset + entry * layout.valueStride * layout.elementBytes, 1,
            scales + kBlockPositions * std::int64_t(sizeof(float)));
    }
}

} // namespace moru::kernels::scalar
