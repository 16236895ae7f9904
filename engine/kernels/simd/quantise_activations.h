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

/// One block of one token. The integers are kept in float vectors, where all of them and their sums are
/// exact.
template <class V>
inline void quantiseBlock(const float* from, std::int64_t count, std::int64_t at, const QuantisedBuffers& y)
{
    V largest = V::zero();
    for (std::int64_t k = 0; k < y.blockColumns; k += V::kLanes)
        largest = V::largest(largest, V::absolute(loadUpTo<V>(from, count, k)));
    // The largest integers of both forms: 127, and 127 · 256 + 127, so that the high part is a byte too.
    const float steps = y.low != nullptr ? 32639.0F : 127.0F;
    const float magnitude = V::maximum(largest);
    constexpr float kSmallest = 0x1p-126F; // below it scales are denormal and their inverses overflow
    const bool isZero = magnitude / steps < kSmallest;
    for (std::int64_t k = 0; k < y.blockColumns; k += kColumnBlock)
        y.scales[(at + k) / kColumnBlock] = isZero ? 0 : magnitude / steps;
    const V inverse = V::broadcast(isZero ? 0 : steps / magnitude);
    const V most = V::broadcast(steps);
    const V least = V::broadcast(-steps);
    for (std::int64_t start = 0; start < y.blockColumns; start += kSmallGroup) {
        V sum = V::zero();
        for (std::int64_t k = start; k < start + kSmallGroup; k += V::kLanes) {
            const V rounded = V::nearestInteger(loadUpTo<V>(from, count, k) * inverse);
            const V integer = V::largest(least, V::smallest(most, rounded));
            sum = sum + integer;
            if (y.low != nullptr) {
                // To the nearest multiple of 256, upwards from halfway, so that the rest is −128 … 127.
                const V high = V::nearestInteger((integer + V::broadcast(0.25F)) * V::broadcast(1.0F / 256));
                high.storeBytes(y.high + at + k);
                V::multiplyAdd(high, V::broadcast(-256.0F), integer).storeBytes(y.low + at + k);
            } else {
                integer.storeBytes(y.high + at + k);
            }
        }
        y.sums[(at + start) / kSmallGroup] = static_cast<std::int32_t>(V::sum(sum));
    }
}

template <class V>
void quantiseActivations(const Activations& x, std::int64_t columns, const QuantisedBuffers& y)
{
    for (std::int64_t t = 0; t < x.tokens; ++t) {
        for (std::int64_t k = 0; k < y.paddedColumns; k += y.blockColumns)
            quantiseBlock<V>(x.data + t * x.stride + k, columns - k, t * y.paddedColumns + k, y);
    }
}

} // namespace moru::kernels::simd
