#pragma once

#include "engine/kernels/kernel_table.h"

namespace moru::kernels::simd {

/// The vector at k of numbers of which `count` are there; the others are zero.
template <class V> inline V loadUpTo(const float* from, std::int64_t count, std::int64_t k)
{
    const std::int64_t left = count - k;
    return left >= V::kLanes ? V::load(from + k)
        : left > 0           ? V::load(from + k, V::firstLanes(left))
                             : V::zero();
}

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

/// One block of one token, from `at` on in the buffers. `running`: Σ of the token's integers before it; grows
/// by this block's.
template <class V, bool kWide>
inline void quantiseBlock(
    const float* from, std::int64_t count, std::int64_t at, const QuantisedBuffers& y, std::uint32_t& running)
{
    const std::int64_t columns = y.blockColumns;
    V largest = V::zero();
    for (std::int64_t k = 0; k < columns; k += V::kLanes)
        largest = V::largest(largest, V::absolute(loadUpTo<V>(from, count, k)));
    // The largest integers of both forms: 127, and 127 · 256 + 127, so that the high part is a byte too.
    constexpr float kSteps = kWide ? 32639.0F : 127.0F;
    const float magnitude = V::maximum(largest);
    constexpr float kSmallest = 0x1p-126F; // below it scales are denormal and their inverses overflow
    const bool isZero = magnitude / kSteps < kSmallest;
    const float scale = isZero ? 0 : magnitude / kSteps;
    const V inverse = V::broadcast(isZero ? 0 : kSteps / magnitude);
    const V most = V::broadcast(kSteps);
    const V least = V::broadcast(-kSteps);
    for (std::int64_t start = 0; start < columns; start += kColumnBlock) {
        constexpr int kGroups = kColumnBlock / kSmallGroup;
        V sums[kGroups];
#pragma GCC unroll 4
        for (int g = 0; g < kGroups; ++g) {
            sums[g] = V::zero();
#pragma GCC unroll 4
            for (std::int64_t i = 0; i < kSmallGroup; i += V::kLanes) {
                const std::int64_t k = start + g * kSmallGroup + i;
                const V rounded = V::nearestInteger(loadUpTo<V>(from, count, k) * inverse);
                const V integer = V::largest(least, V::smallest(most, rounded));
                sums[g] = sums[g] + integer;
                storeParts<V, kWide>(integer, y, at + k);
            }
        }
        float ofGroups[kGroups];
        V::sums(sums, ofGroups);
        for (int g = 0; g < kGroups; ++g) {
            const auto sum = static_cast<std::int32_t>(ofGroups[g]);
            y.sums[(at + start) / kSmallGroup + g] = sum;
            running += static_cast<std::uint32_t>(sum);
        }
        y.scales[(at + start) / kColumnBlock] = scale;
        y.runningSums[(at + start) / kColumnBlock] = static_cast<std::int32_t>(running);
    }
}

template <class V, bool kWide>
inline void quantiseTokens(const Activations& x, std::int64_t columns, const QuantisedBuffers& buffers)
{
    const QuantisedBuffers y = buffers; // our own: what is stored as bytes could change the caller's
    for (std::int64_t t = 0; t < x.tokens; ++t) {
        std::uint32_t running = 0;
        for (std::int64_t k = 0; k < y.paddedColumns; k += y.blockColumns)
            quantiseBlock<V, kWide>(
                x.data + t * x.stride + k, columns - k, t * y.paddedColumns + k, y, running);
    }
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
