#pragma once

#include <cstdint>

namespace moru::kernels::simd {

/// The vector at k of numbers of which `count` are there; the others are zero.
template <class V> inline V loadUpTo(const float* from, std::int64_t count, std::int64_t k)
{
    const std::int64_t left = count - k;
    return left >= V::kLanes ? V::load(from + k)
        : left > 0           ? V::load(from + k, V::firstLanes(left))
                             : V::zero();
}

} // namespace moru::kernels::simd
