#pragma once

#include "engine/kernels/simd/elementwise.h"

namespace moru::kernels::simd {

template <class V> inline float sumOfSquares(const float* x, std::int64_t count)
{
    constexpr int kChains = 4; // hides the multiplier's latency
    V sums[kChains];
    for (V& sum : sums)
        sum = V::zero();
    std::int64_t i = 0;
    for (; i + kChains * V::kLanes <= count; i += kChains * V::kLanes) {
        for (int c = 0; c < kChains; ++c) {
            const V part = V::load(x + i + c * V::kLanes);
            sums[c] = V::multiplyAdd(part, part, sums[c]);
        }
    }
    for (; i < count; i += V::kLanes) {
        const V part = count - i >= V::kLanes ? V::load(x + i) : V::load(x + i, V::firstLanes(count - i));
        sums[0] = V::multiplyAdd(part, part, sums[0]);
    }
    return V::sum((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

template <class V>
void rmsNorm(const float* x, const float* weight, std::int64_t count, float epsilon, float* output)
{
    const float mean = sumOfSquares<V>(x, count) / static_cast<float>(count);
    const V factor = V::broadcast(1.0F / __builtin_sqrtf(mean + epsilon));
    elementwise<V>(count, output, [factor](V value, V w) { return value * factor * w; }, x, weight);
}

template <class V> void l2Norm(const float* x, std::int64_t count, float epsilon, float scale, float* output)
{
    const V factor = V::broadcast(scale / __builtin_sqrtf(sumOfSquares<V>(x, count) + epsilon));
    elementwise<V>(count, output, [factor](V value) { return value * factor; }, x);
}

template <class V>
void gatedRmsNorm(
    const float* x, const float* gate, const float* weight, std::int64_t count, float epsilon, float* output)
{
    const float mean = sumOfSquares<V>(x, count) / static_cast<float>(count);
    const V factor = V::broadcast(1.0F / __builtin_sqrtf(mean + epsilon));
    elementwise<V>(
        count, output, [factor](V value, V w, V g) { return value * factor * w * (g * sigmoid(g)); }, x,
        weight, gate);
}

} // namespace moru::kernels::simd
