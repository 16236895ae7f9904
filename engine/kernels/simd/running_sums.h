#pragma once

#include "engine/kernels/kernel_table.h"

namespace moru::kernels::simd {

/// Σ of a token's integers over `columns` columns from k on, both multiples of 128, from its running sums.
/// Adding up groups of 32 instead took a twentieth of all time with many tokens. User, a type of the caller's
/// folder, gives each instruction set a function of its own.
template <class User>
[[gnu::always_inline]] inline std::int32_t sumOfColumns(
    const std::int32_t* runningSums, std::int64_t k, std::int64_t columns)
{
    const std::int32_t* block = runningSums + k / kColumnBlock;
    // Running sums may have wrapped around.
    const auto end = static_cast<std::uint32_t>(block[columns / kColumnBlock - 1]);
    return static_cast<std::int32_t>(k == 0 ? end : end - static_cast<std::uint32_t>(block[-1]));
}

} // namespace moru::kernels::simd
