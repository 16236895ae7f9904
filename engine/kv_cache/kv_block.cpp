#include "engine/kv_cache/kv_block.h"

#include <cmath>

namespace moru {

namespace {

std::int64_t bytesOf(KvFormat format)
{
    switch (format) {
    case KvFormat::Bfloat16:
        return 2;
    case KvFormat::Int8:
        return 1;
    case KvFormat::Float32:
        break;
    }
    return 4;
}

} // namespace

KvBlockLayout kvBlockLayout(KvFormat format, std::int64_t headDim)
{
    constexpr std::int64_t kWidestVector = 16; // floats
    constexpr std::int64_t kCacheLine = 64; // bytes
    KvBlockLayout layout { .format = format, .headDim = headDim };
    layout.valueStride = (headDim + kWidestVector - 1) / kWidestVector * kWidestVector;
    layout.elementBytes = bytesOf(format);
    layout.valuesOffset = kBlockPositions * headDim * layout.elementBytes;
    layout.scalesOffset = layout.valuesOffset + kBlockPositions * layout.valueStride * layout.elementBytes;
    layout.sizeBytes = layout.scalesOffset;
    if (format == KvFormat::Int8) {
        layout.sizeBytes += 2 * kBlockPositions * std::int64_t(sizeof(float));
        layout.rotation = headDim & -headDim;
        layout.rotationScale = 1 / std::sqrt(float(layout.rotation));
    }
    // Blocks a power of two apart meet in the same sets of the caches: then each drives out what was fetched
    // ahead for the next.
    if (layout.sizeBytes % (2 * kCacheLine) == 0)
        layout.sizeBytes += kCacheLine;
    return layout;
}

} // namespace moru
