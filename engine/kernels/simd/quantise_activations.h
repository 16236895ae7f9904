#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/kernels/simd/load_up_to.h"

namespace moru::kernels::simd {

/// Writes the integers of a vector. They are kept in float vectors, where all of them and their sums are
/// exact.
template <class V, bool kWide> inline void storeParts(V integer, const QuantisedBuffers& y, std::int64_t at)
{
    if constexpr (kWide) {
        // To the nearest multiple of 256, upwards from halfway, so that the rest is −128 … 127.
        const V high = V::nearestInteger((integer + V::broadcast(0.25F)) * V::broadcast(1.0F / 256));
        high.storeBytes(y.high + at);
        V::multiplyAdd(high, V::broadcast(-256.0F), integer).storeBytes(y.low + at);
    } else {
        integer.storeBytes(y.high + at);
    }
}

/// What a block is quantised by.
template <class V> struct BlockScale {
    float scale;
    V inverse;
};

/// Of `columns` numbers, of which `count` are there.
template <class V>
inline BlockScale<V> blockScale(const float* from, std::int64_t count, std::int64_t columns, float steps)
{
    V largest = V::zero();
    for (std::int64_t k = 0; k < columns; k += V::kLanes)
        largest = V::largestMagnitude(largest, V::absolute(loadUpTo<V>(from, count, k)));
    const float magnitude = V::magnitude(largest);
    constexpr float kLargest = 0x1.fffffep127F;
    if (!(magnitude <= kLargest))
        return { __builtin_nanf(""), V::zero() };
    constexpr float kSmallest = 0x1p-126F; // below it scales are denormal and their inverses overflow
    if (magnitude / steps < kSmallest)
        return { 0, V::zero() };
    return { magnitude / steps, V::broadcast(steps / magnitude) };
}

template <class V, bool kWide>
inline void quantiseToken(const float* x, std::int64_t count, std::int64_t firstAt, const QuantisedBuffers& y)
{
    // The largest integers of both forms: 127, and 127 · 256 + 127, so that the high part is a byte too.
    constexpr float kSteps = kWide ? 32639.0F : 127.0F;
    const V most = V::broadcast(kSteps);
    const V least = V::broadcast(-kSteps);
    BlockScale<V> block {};
    std::uint32_t running = 0;
    for (std::int64_t start = 0; start < y.paddedColumns; start += kColumnBlock) {
        constexpr int kGroups = kColumnBlock / kSmallGroup;
        const std::int64_t at = firstAt + start;
        V sums[kGroups];
#pragma GCC unroll 4
        for (int g = 0; g < kGroups; ++g) {
            const std::int64_t group = start + g * kSmallGroup;
            if ((group & (y.blockColumns - 1)) == 0) // a power of two
                block = blockScale<V>(x + group, count - group, y.blockColumns, kSteps);
            sums[g] = V::zero();
#pragma GCC unroll 4
            for (std::int64_t i = 0; i < kSmallGroup; i += V::kLanes) {
                const V rounded = V::nearestInteger(loadUpTo<V>(x, count, group + i) * block.inverse);
                // No number, as an infinity times zero, becomes the second argument.
                const V integer = V::largest(least, V::smallest(rounded, most));
                sums[g] = sums[g] + integer;
                storeParts<V, kWide>(integer, y, firstAt + group + i);
            }
            y.scales[at / kSmallGroup + g] = block.scale;
        }
        float ofGroups[kGroups];
        V::sums(sums, ofGroups);
        for (int g = 0; g < kGroups; ++g) {
            const auto sum = static_cast<std::int32_t>(ofGroups[g]);
            y.sums[at / kSmallGroup + g] = sum;
            running += static_cast<std::uint32_t>(sum);
        }
        y.runningSums[at / kColumnBlock] = static_cast<std::int32_t>(running);
    }
}

template <class V, bool kWide>
inline void quantiseTokens(const Activations& x, std::int64_t columns, const QuantisedBuffers& buffers)
{
    const QuantisedBuffers y = buffers; // our own: what is stored as bytes could change the caller's
    for (std::int64_t t = 0; t < x.tokens; ++t)
        quantiseToken<V, kWide>(x.data + t * x.stride, columns, t * y.paddedColumns, y);
}

template <class V>
void quantiseActivations(const Activations& x, std::int64_t columns, const QuantisedBuffers& y)
{
    if (y.low != nullptr)
        quantiseTokens<V, true>(x, columns, y);
    else
        quantiseTokens<V, false>(x, columns, y);
}

} // namespace moru::kernels::simd
