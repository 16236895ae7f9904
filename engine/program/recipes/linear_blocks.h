#pragma once

#include "engine/program/program.h"
#include "engine/quantization/packed_int8.h"

#include <algorithm>
#include <cstdint>

namespace moru {

/// Rows that a worker multiplies before it applies the epilogue: small enough that the products are still in
/// the first cache, a multiple of every kernel's tile.
inline constexpr std::int64_t kEpilogueRows = 64;

/// Tokens from which INT4 panels are rewritten as INT8 first: that takes as long as some 20 tokens gain.
inline constexpr std::int64_t kTokensToWiden = 32;

// A worker's scratch: | a widened panel, where a step has INT4 | rows that wait for the epilogue |

[[nodiscard]] inline std::int64_t widenedFloats(const Step& step)
{
    std::int64_t most = 0;
    for (const BoundMatrix& matrix : step.matrices) {
        if (matrix.format == WeightFormat::Int4)
            most = std::max(most, int8PanelBytes(matrix.columns, kColumnBlock) / std::int64_t(sizeof(float)));
    }
    return most;
}

[[nodiscard]] inline std::int64_t linearScratchFloats(const Step& step, std::int64_t chunkSize)
{
    return widenedFloats(step) + chunkSize * kEpilogueRows;
}

} // namespace moru
