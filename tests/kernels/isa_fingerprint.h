#pragma once

#include "engine/kernels/kernel_table.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace moru::test {

/// Bits of a sum that each instruction set adds up in another order, so that the result tells which one ran.
inline std::uint32_t isaFingerprint(const kernels::KernelTable& table)
{
    constexpr std::int64_t kCount = 480;
    float x[kCount];
    float w[kCount];
    for (std::int64_t k = 0; k < kCount; ++k) {
        x[k] = std::sin(static_cast<float>(k));
        w[k] = std::cos(static_cast<float>(3 * k));
    }
    float sum = 0;
    table.matmulF32({ x, kCount, 1 }, { w, 1, kCount }, { 0, 1 }, { &sum, 1 });
    std::uint32_t bits = 0;
    std::memcpy(&bits, &sum, sizeof bits);
    return bits;
}

} // namespace moru::test
