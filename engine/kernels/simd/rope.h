#pragma once

#include <cstdint>

namespace moru::kernels::simd {

template <class V>
void ropeHalfSplit(float* head, const float* cosine, const float* sine, std::int64_t rotaryDim)
{
    const std::int64_t half = rotaryDim / 2;
    const auto rotate = [&](std::int64_t j, auto... mask) {
        const V first = V::load(head + j, mask...);
        const V second = V::load(head + j + half, mask...);
        const V c = V::load(cosine + j, mask...);
        const V s = V::load(sine + j, mask...);
        (first * c - second * s).store(head + j, mask...);
        V::multiplyAdd(second, c, first * s).store(head + j + half, mask...);
    };
    std::int64_t j = 0;
    for (; j + V::kLanes <= half; j += V::kLanes)
        rotate(j);
    if (j < half)
        rotate(j, V::firstLanes(half - j));
}

} // namespace moru::kernels::simd
