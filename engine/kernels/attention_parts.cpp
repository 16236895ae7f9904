#include "engine/kernels/attention_task.h"
#include "engine/kernels/scalar/cached_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moru::kernels {

std::int64_t attentionScratchFloats(std::int64_t rows, std::int64_t headDim)
{
    // Vector kernels: the queries of whole tiles of 6 rows, sums, parts and softmax weights of all rows,
    // three numbers a row, and one block as floats; scalar: a weight a position, a key, a query, sums and a
    // part. One size for all, so that the kernel set does not matter.
    constexpr std::int64_t kRowsPerTile = 6;
    const std::int64_t valueStride = kvBlockLayout(KvFormat::Float32, headDim).valueStride;
    const std::int64_t tiled = (rows + kRowsPerTile) * headDim + rows * (valueStride + kBlockPositions + 3)
        + attentionPartFloats(rows, headDim) + kBlockPositions * (headDim + valueStride);
    return std::max(tiled, kStretchPositions + 3 * headDim + attentionPartFloats(1, headDim));
}

std::int64_t attentionPartFloats(std::int64_t rows, std::int64_t headDim)
{
    return rows * (headDim + 2);
}

void emptyAttentionPart(std::int64_t headDim, float* part)
{
    std::fill_n(part, headDim + 2, 0.0F);
    part[headDim] = -std::numeric_limits<float>::infinity();
}

void mergeAttention(const float* sums, float largest, float sum, std::int64_t headDim, float* part)
{
    constexpr float kNothing = -std::numeric_limits<float>::infinity();
    if (largest == kNothing)
        return;
    float& seenLargest = part[headDim];
    float& seenSum = part[headDim + 1];
    if (seenLargest == kNothing) {
        std::copy_n(sums, headDim, part);
        seenLargest = largest;
        seenSum = sum;
        return;
    }
    const float both = std::max(largest, seenLargest);
    const float before = std::exp(seenLargest - both);
    const float now = std::exp(largest - both);
    for (std::int64_t d = 0; d < headDim; ++d)
        part[d] = before * part[d] + now * sums[d];
    seenSum = before * seenSum + now * sum;
    seenLargest = both;
}

void joinAttention(const KvBlockLayout& layout, const float* parts, std::int64_t partStride,
    std::int64_t partCount, float* scratch, float* output)
{
    const std::int64_t headDim = layout.headDim;
    emptyAttentionPart(headDim, scratch);
    for (std::int64_t i = 0; i < partCount; ++i, parts += partStride)
        mergeAttention(parts, parts[headDim], parts[headDim + 1], headDim, scratch);
    const float inverse = 1 / scratch[headDim + 1];
    for (std::int64_t d = 0; d < headDim; ++d)
        output[d] = scratch[d] * inverse;
    scalar::rotateRow(layout, output);
}

} // namespace moru::kernels
