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
    return layout;
}

} // namespace moru
