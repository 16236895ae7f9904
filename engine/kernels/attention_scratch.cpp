#include "engine/kernels/attention_task.h"

#include <algorithm>

namespace moru::kernels {

std::int64_t attentionScratchFloats(std::int64_t longestRange, std::int64_t rows, std::int64_t headDim)
{
    // Vector kernels: the queries of whole tiles of 6 rows, sums and softmax weights of all rows, three
    // numbers a row, and one block as floats; scalar: one weight a position, a key and a query. One size for
    // all, so that the kernel set does not matter.
    constexpr std::int64_t kRowsPerTile = 6;
    const std::int64_t valueStride = kvBlockLayout(KvFormat::Float32, headDim).valueStride;
    const std::int64_t tiled = (rows + kRowsPerTile) * headDim + rows * (valueStride + kBlockPositions + 3)
        + kBlockPositions * (headDim + valueStride);
    return std::max(tiled, longestRange + 2 * headDim);
}

} // namespace moru::kernels
