#pragma once

#include "engine/kernels/simd/elementary.h"

#include <cstdint>

namespace moru::kernels::simd {

/// output[i] = f(inputs[i]…). Outputs may be inputs: each element is read before it is written.
template <class V, class F, class... Input>
inline void elementwise(std::int64_t count, float* output, F f, Input... inputs)
{
    std::int64_t i = 0;
    for (; i + V::kLanes <= count; i += V::kLanes)
        f(V::load(inputs + i)...).store(output + i);
    if (i < count) {
        const auto rest = V::firstLanes(count - i);
        f(V::load(inputs + i, rest)...).store(output + i, rest);
    }
}

template <class V> void siluMultiply(const float* gate, const float* up, std::int64_t count, float* output)
{
    elementwise<V>(count, output, [](V g, V u) { return g * sigmoid(g) * u; }, gate, up);
}

template <class V>
void geluTanhMultiply(const float* gate, const float* up, std::int64_t count, float* output)
{
    elementwise<V>(count, output, [](V g, V u) { return geluTanh(g) * u; }, gate, up);
}

template <class V> void add(const float* a, const float* b, std::int64_t count, float* output)
{
    elementwise<V>(count, output, [](V x, V y) { return x + y; }, a, b);
}

template <class V> void softcap(float* x, std::int64_t count, float cap)
{
    const V limit = V::broadcast(cap);
    elementwise<V>(count, x, [limit](V value) { return limit * hyperbolicTangent(value / limit); }, x);
}

template <class V> void sigmoidGate(const float* x, const float* gate, std::int64_t count, float* output)
{
    elementwise<V>(count, output, [](V value, V g) { return value * sigmoid(g); }, x, gate);
}

} // namespace moru::kernels::simd
