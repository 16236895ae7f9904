#pragma once

#include "engine/kernels/simd/cached_element.h"

namespace moru::kernels::simd {

// 6 rows by V::kTileVectors vectors: 24 accumulators of 32 registers with AVX-512, 12 of 16 with AVX2.
inline constexpr int kAttentionRows = 6;

/// Vectors beside each other in a tile of so many rows: twice as many with one or two, so that there are
/// additions to do while each waits for the one before it.
template <class V> constexpr int tileVectors(int rows)
{
    const bool canBeWider = 2 * V::kTileVectors * V::kLanes <= kBlockPositions;
    return rows <= 2 && canBeWider ? 2 * V::kTileVectors : V::kTileVectors;
}

/// What a query row has seen so far: its sums are Σ e^(score − largest) · value, not yet divided by `sum`.
struct SoftmaxState {
    float largest;
    float sum;
};

/// What one task works in: its scratch, cut up. attentionScratchFloats counts these.
struct AttentionRows {
    std::int64_t count = 0;
    std::int64_t headDim = 0;
    std::int64_t valueStride = 0;
    std::int64_t perTile = 0; ///< Rows of a tile, but for the last: spread evenly over the tiles.
    float* queries = nullptr; ///< By tile: [headDim][kAttentionRows], so that one pointer walks over them all
    float* sums = nullptr; ///< [count][valueStride]
    float* weights = nullptr; ///< [count][kBlockPositions]: scores, then softmax weights
    SoftmaxState* states = nullptr; ///< [count]
    float* factors = nullptr; ///< [count]: by what a row's sums must be multiplied before more is added
    float* parts = nullptr; ///< What the stretches before gave, a part.
    float* keys = nullptr; ///< [headDim][kBlockPositions]: a block as floats
    float* values = nullptr; ///< [kBlockPositions][valueStride]
};

/// The positions of one block, as they are multiplied.
struct AttentionBlock {
    const std::byte* keys = nullptr;
    const std::byte* values = nullptr;
    const float* scales = nullptr; ///< Keys' [kBlockPositions], then values'; null where there are none.
    std::int64_t begin = 0; ///< Its first position.
    std::int64_t ahead = 0; ///< Bytes from here to the block that is asked for meanwhile; 0: none.
};

/// Some rows that are worked on together.
struct AttentionTile {
    std::int64_t first = 0;
    std::int64_t rows = 0; ///< 1 … kAttentionRows
    VisibleRange visible[kAttentionRows]; ///< In the block, from its first; empty where end ≤ begin.
    VisibleRange any; ///< From the first to the last position that any of the rows sees.
};

/// Asks for `kBytes` of the next block, into L2. Each step of the work on a block asks for as many as it
/// reads, in the order of memory: asking for all of them in its first steps would fill the processor's list
/// of open requests, and then the work waits. V only names the instruction set, as everywhere in this folder.
template <class V, std::int64_t kBytes> inline void askFor(const std::byte* bytes)
{
    for (std::int64_t line = 0; line < kBytes; line += 64)
        __builtin_prefetch(bytes + line, 0, 2);
}

/// acc[row][i] += factors[row * stride] · the i-th vector of numbers. The shorter of both lists stays in
/// registers.
template <class V, class Element, int kRows, int kVectors>
[[gnu::always_inline]] inline void multiplyRows(
    V (&acc)[kRows][kVectors], const float* factors, std::int64_t stride, const std::byte* numbers)
{
    const auto load = [&](int i) { return Element::load(numbers + i * V::kLanes * Element::kBytes); };
    if constexpr (kRows < kVectors) {
        V factor[kRows];
        for (int r = 0; r < kRows; ++r)
            factor[r] = V::broadcast(factors[r * stride]);
        for (int i = 0; i < kVectors; ++i) {
            const V number = load(i);
            for (int r = 0; r < kRows; ++r)
                acc[r][i] = V::multiplyAdd(factor[r], number, acc[r][i]);
        }
    } else {
        V number[kVectors];
        for (int i = 0; i < kVectors; ++i)
            number[i] = load(i);
        for (int r = 0; r < kRows; ++r) {
            const V factor = V::broadcast(factors[r * stride]);
            for (int i = 0; i < kVectors; ++i)
                acc[r][i] = V::multiplyAdd(factor, number[i], acc[r][i]);
        }
    }
}

/// V as above.
template <class V>
inline AttentionTile tileAt(
    const AttentionTask& task, std::int64_t first, std::int64_t rows, std::int64_t blockBegin)
{
    AttentionTile tile;
    tile.first = first;
    tile.rows = rows;
    tile.any = { kBlockPositions, 0 };
    for (std::int64_t r = 0; r < rows; ++r) {
        const VisibleRange& visible = task.visible[(first + r) / task.groupSize];
        const std::int64_t begin = visible.begin - blockBegin;
        const std::int64_t end = visible.end - blockBegin;
        tile.visible[r] = { begin > 0 ? begin : 0, end < kBlockPositions ? end : kBlockPositions };
        if (tile.visible[r].begin >= tile.visible[r].end)
            continue;
        if (tile.visible[r].begin < tile.any.begin)
            tile.any.begin = tile.visible[r].begin;
        if (tile.visible[r].end > tile.any.end)
            tile.any.end = tile.visible[r].end;
    }
    return tile;
}

/// Calls f(tile) for all tiles that see anything of the block.
template <class V, class F>
inline void forEachTile(const AttentionTask& task, const AttentionRows& rows, std::int64_t blockBegin, F f)
{
    for (std::int64_t first = 0; first < rows.count; first += rows.perTile) {
        const std::int64_t left = rows.count - first;
        const AttentionTile tile
            = tileAt<V>(task, first, left < rows.perTile ? left : rows.perTile, blockBegin);
        if (tile.any.begin < tile.any.end)
            f(tile);
    }
}

} // namespace moru::kernels::simd
