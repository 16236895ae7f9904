#include "engine/kernels/kernel_table.h"

namespace moru::kernels {

std::int64_t attentionScratchFloats(
    std::int64_t longestRange, std::int64_t tokens, std::int64_t groupSize, std::int64_t headDim)
{
    // Vector kernels: a transposed block of 64 keys, the weights of a tile of 6 rows over such a block, and
    // two numbers a row; scalar: one weight a position. One size for all, so that the kernel set does not
    // matter.
    constexpr std::int64_t kKeysPerBlock = 64;
    constexpr std::int64_t kRowsPerTile = 6;
    const std::int64_t tiled = kKeysPerBlock * (headDim + kRowsPerTile) + 2 * tokens * groupSize;
    return tiled > longestRange ? tiled : longestRange;
}

} // namespace moru::kernels
