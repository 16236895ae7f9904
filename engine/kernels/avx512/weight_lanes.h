#pragma once

#include <cstdint>

namespace moru::kernels::avx512 {

/// One row of weights a lane.
struct WeightLanes {
    static constexpr int kLanes = 16;
    using Floats __attribute__((vector_size(sizeof(float) * kLanes))) = float;
    using Integers __attribute__((vector_size(sizeof(float) * kLanes))) = std::int32_t;
    using Bits __attribute__((vector_size(sizeof(float) * kLanes))) = std::uint32_t;
};

} // namespace moru::kernels::avx512
