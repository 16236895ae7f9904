#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/kernels/simd/load_up_to.h"

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

/// The transform's steps over `kCount` vectors and inside them. Distances fall, here and inside vectors, as
/// in scalar/: the sums are the same numbers however many lanes there are, and so what weights become when
/// they are packed.
template <class V, int kCount> [[gnu::always_inline]] inline void rotateVectors(V* block)
{
#pragma GCC unroll 8
    for (int distance = kCount / 2; distance > 0; distance /= 2) {
#pragma GCC unroll 16
        for (int i = 0; i < kCount; ++i) {
            if ((i & distance) != 0)
                continue;
            const V a = block[i];
            const V b = block[i + distance];
            block[i] = a + b;
            block[i + distance] = a - b;
        }
    }
#pragma GCC unroll 16
    for (int i = 0; i < kCount; ++i)
        block[i] = rotatedInside<V>(block[i]) * V::broadcast(0.08838834764831845F); // 1 / √128
}

template <class V> void rotateBlocks(const float* x, std::int64_t columns, float* output)
{
    // Eight vectors leave registers for what a step needs, sixteen are all that AVX2 has.
    constexpr int kAtOnce = 8;
    constexpr std::int64_t kPart = kAtOnce * V::kLanes;
    static_assert(kPart == kColumnBlock || 2 * kPart == kColumnBlock);
    for (std::int64_t start = 0; start < columns; start += kColumnBlock) {
        const float* from = x + start;
        std::int64_t count = columns - start;
        if constexpr (kPart < kColumnBlock) {
            // The first step, between the halves.
            for (std::int64_t i = 0; i < kPart; i += V::kLanes) {
                const V a = loadUpTo<V>(from, count, i);
                const V b = loadUpTo<V>(from, count, i + kPart);
                (a + b).store(output + start + i);
                (a - b).store(output + start + i + kPart);
            }
            from = output + start;
            count = kColumnBlock;
        }
        for (std::int64_t part = 0; part < kColumnBlock; part += kPart) {
            V block[kAtOnce];
#pragma GCC unroll 8
            for (int i = 0; i < kAtOnce; ++i)
                block[i] = loadUpTo<V>(from, count, part + i * V::kLanes);
            rotateVectors<V, kAtOnce>(block);
#pragma GCC unroll 8
            for (int i = 0; i < kAtOnce; ++i)
                block[i].store(output + start + part + i * V::kLanes);
        }
    }
}

} // namespace moru::kernels::simd
