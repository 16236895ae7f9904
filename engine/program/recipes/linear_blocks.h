#pragma once

#include <algorithm>
#include <cstdint>

namespace moru {

/// Rows that a worker multiplies before it applies the epilogue: small enough that the products are still in
/// the first cache, a multiple of every kernel's tile.
inline constexpr std::int64_t kEpilogueRows = 64;

/// Pieces of so many rows that a worker takes at once for a single token.
inline constexpr std::int64_t kMostPiecesAtOnce = 64;

[[nodiscard]] inline std::int64_t linearScratchFloats(std::int64_t chunkSize)
{
    return std::max(chunkSize, kMostPiecesAtOnce) * kEpilogueRows;
}

} // namespace moru
