#pragma once

#include "engine/kernels/kernel_table.h"

namespace moru::kernels::simd {

/// One step of the fast transform inside each vector: lanes whose number has the bit `kDistance` become the
/// difference to their partner, the others the sum.
template <class V, int kDistance> inline V butterfly(V x)
{
    alignas(64) float signs[V::kLanes];
    for (int i = 0; i < V::kLanes; ++i)
        signs[i] = (i & kDistance) != 0 ? -1.0F : 1.0F;
    return V::multiplyAdd(x, V::load(signs), V::template exchanged<kDistance>(x));
}

template <class V, int kDistance = V::kLanes / 2> inline V rotatedInside(V x)
{
    if constexpr (kDistance == 0)
        return x;
    else
        return rotatedInside<V, kDistance / 2>(butterfly<V, kDistance>(x));
}

/// Distances fall, here and inside vectors, as in scalar/: the sums are the same numbers however many lanes
/// there are, and so what weights become when they are packed.
template <class V> void rotateBlocks(const float* x, std::int64_t columns, float* output)
{
    constexpr int kVectors = static_cast<int>(kColumnBlock) / V::kLanes;
    const V scale = V::broadcast(0.08838834764831845F); // 1 / √128
    for (std::int64_t start = 0; start < columns; start += kColumnBlock) {
        V block[kVectors];
        for (int i = 0; i < kVectors; ++i) {
            const std::int64_t at = start + i * V::kLanes;
            const std::int64_t left = columns - at;
            block[i] = left >= V::kLanes ? V::load(x + at)
                : left > 0               ? V::load(x + at, V::firstLanes(left))
                                         : V::zero();
        }
#pragma GCC unroll 8
        for (int distance = kVectors / 2; distance > 0; distance /= 2) {
#pragma GCC unroll 16
            for (int i = 0; i < kVectors; ++i) {
                if ((i & distance) != 0)
                    continue;
                const V a = block[i];
                const V b = block[i + distance];
                block[i] = a + b;
                block[i + distance] = a - b;
            }
        }
        for (int i = 0; i < kVectors; ++i)
            (rotatedInside<V>(block[i]) * scale).store(output + start + i * V::kLanes);
    }
}

} // namespace moru::kernels::simd
