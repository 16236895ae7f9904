#pragma once

#include "engine/core/dtype.h"
#include "engine/kv_cache/kv_block.h"

#include <cstdint>
#include <cstring>

// Keys and values of one position as floats.

namespace moru::kernels::scalar {

inline float storedNumber(const KvBlockLayout& layout, const std::byte* numbers, std::int64_t i)
{
    switch (layout.format) {
    case KvFormat::Bfloat16: {
        std::uint16_t bits = 0;
        std::memcpy(&bits, numbers + i * 2, sizeof bits);
        return bf16ToFloat(bits);
    }
    case KvFormat::Int8:
        return static_cast<float>(static_cast<std::int8_t>(numbers[i]));
    case KvFormat::Float32:
        break;
    }
    float number = 0;
    std::memcpy(&number, numbers + i * 4, sizeof number);
    return number;
}

/// Scale number `i` of a block; 1 for formats without scales.
inline float storedScale(const KvBlockLayout& layout, const std::byte* block, std::int64_t i)
{
    float scale = 1;
    if (layout.format == KvFormat::Int8)
        std::memcpy(&scale, block + layout.scalesOffset + i * 4, sizeof scale);
    return scale;
}

inline std::byte* blockOf(const KvHead& head, std::int64_t position)
{
    return head.blocks + position / kBlockPositions % head.blockCount * head.blockStride;
}

/// Turns a row into what a rotated cache keeps, or back.
inline void rotateRow(const KvBlockLayout& layout, float* row)
{
    if (layout.rotation == 1)
        return;
    for (std::int64_t distance = 1; distance < layout.rotation; distance *= 2) {
        for (std::int64_t i = 0; i < layout.headDim; ++i) {
            if ((i & distance) != 0)
                continue;
            const float a = row[i];
            const float b = row[i + distance];
            row[i] = a + b;
            row[i + distance] = a - b;
        }
    }
    for (std::int64_t i = 0; i < layout.headDim; ++i)
        row[i] *= layout.rotationScale;
}

/// As kept: rotated where the layout says so.
inline void readKey(const KvHead& head, std::int64_t position, float* key)
{
    const std::byte* block = blockOf(head, position);
    const std::int64_t entry = position % kBlockPositions;
    const float scale = storedScale(head.layout, block, entry);
    for (std::int64_t d = 0; d < head.layout.headDim; ++d)
        key[d] = scale * storedNumber(head.layout, block, d * kBlockPositions + entry);
}

inline void readValue(const KvHead& head, std::int64_t position, float* value)
{
    const std::byte* block = blockOf(head, position);
    const std::int64_t entry = position % kBlockPositions;
    const float scale = storedScale(head.layout, block, kBlockPositions + entry);
    for (std::int64_t d = 0; d < head.layout.headDim; ++d) {
        value[d] = scale
            * storedNumber(
                head.layout, block + head.layout.valuesOffset, entry * head.layout.valueStride + d);
    }
}

} // namespace moru::kernels::scalar
