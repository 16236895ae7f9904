#pragma once

#include "engine/kernels/simd/rotate_blocks.h"
#include "engine/kv_cache/kv_block.h"

namespace moru::kernels::simd {

/// One step of the transform over a row of whole vectors, inside each of them.
template <class V, int kDistance> inline void butterflies(float* row, std::int64_t count)
{
    if constexpr (kDistance < V::kLanes) {
        for (std::int64_t i = 0; i < count; i += V::kLanes)
            butterfly<V, kDistance>(V::load(row + i)).store(row + i);
    }
}

/// Turns a row into what a rotated cache keeps, or back, with the scalar order of additions. The row's memory
/// ends after a whole vector; what lies there beyond headDim does not matter and may change.
template <class V> inline void rotateRow(const KvBlockLayout& layout, float* row)
{
    if (layout.rotation == 1)
        return;
    const std::int64_t count = (layout.headDim + V::kLanes - 1) / V::kLanes * V::kLanes;
    if (layout.rotation > 1)
        butterflies<V, 1>(row, count);
    if (layout.rotation > 2)
        butterflies<V, 2>(row, count);
    if (layout.rotation > 4)
        butterflies<V, 4>(row, count);
    if (layout.rotation > 8)
        butterflies<V, 8>(row, count);
    for (std::int64_t distance = V::kLanes; distance < layout.rotation; distance *= 2) {
        for (std::int64_t i = 0; i < count; i += V::kLanes) {
            if ((i & distance) != 0)
                continue;
            const V a = V::load(row + i);
            const V b = V::load(row + i + distance);
            (a + b).store(row + i);
            (a - b).store(row + i + distance);
        }
    }
    const V scale = V::broadcast(layout.rotationScale);
    for (std::int64_t i = 0; i < count; i += V::kLanes)
        (V::load(row + i) * scale).store(row + i);
}

} // namespace moru::kernels::simd
