#pragma once

#include "engine/kernels/simd/attention_scores.h"
#include "engine/kernels/simd/attention_softmax.h"
#include "engine/kernels/simd/attention_values.h"
#include "engine/kernels/simd/rotate_row.h"

namespace moru::kernels::simd {

// Online softmax (arXiv:1805.02867) over the cache's blocks of 64 positions: so a token meets the same
// blocks, and rounds the same way, however its prompt is cut into calls.

// Up to here a block is multiplied as it is stored; with more rows converting it once is cheaper than
// converting it for every tile.
inline constexpr std::int64_t kFewRows = 12;

/// The queries of a tile, element by element; the places of rows that it does not have get a copy of another.
template <class V>
inline void copyQueries(const AttentionTask& task, const AttentionRows& rows, std::int64_t first)
{
    const float* from[kAttentionRows];
    const std::int64_t last = (first + rows.perTile < rows.count ? first + rows.perTile : rows.count) - 1;
    for (std::int64_t i = 0; i < kAttentionRows; ++i) {
        const std::int64_t r = first + i < last ? first + i : last;
        from[i] = task.query + r / task.groupSize * task.queryStride + r % task.groupSize * rows.headDim;
        if (task.cache.layout.rotation > 1) {
            float* rotated = rows.sums + r * rows.valueStride; // not in use yet
            for (std::int64_t d = 0; d < rows.headDim; ++d)
                rotated[d] = from[i][d];
            rotateRow<V>(task.cache.layout, rotated);
            from[i] = rotated;
        }
    }
    float* to = rows.queries + first / rows.perTile * kAttentionRows * rows.headDim;
    for (std::int64_t d = 0; d < rows.headDim; ++d, to += kAttentionRows) {
#pragma GCC unroll 8
        for (int i = 0; i < kAttentionRows; ++i)
            to[i] = from[i][d];
    }
}

/// Cuts the scratch up and copies the queries into it.
template <class V> inline AttentionRows rowsOf(const AttentionTask& task)
{
    AttentionRows rows;
    rows.count = task.tokens * task.groupSize;
    rows.headDim = task.cache.layout.headDim;
    rows.valueStride = task.cache.layout.valueStride;
    float* next = task.scratch;
    const auto take = [&next](std::int64_t floats) {
        float* taken = next;
        next += floats;
        return taken;
    };
    rows.keys = take(kBlockPositions * rows.headDim);
    rows.values = take(kBlockPositions * rows.valueStride);
    rows.weights = take(kBlockPositions * rows.count);
    rows.sums = take(rows.count * rows.valueStride);
    const std::int64_t tiles = (rows.count + kAttentionRows - 1) / kAttentionRows;
    rows.perTile = (rows.count + tiles - 1) / tiles;
    rows.queries = take(tiles * kAttentionRows * rows.headDim);
    rows.states = reinterpret_cast<SoftmaxState*>(take(2 * rows.count));
    rows.factors = take(rows.count);
    rows.parts = take(attentionPartFloats(rows.count, rows.headDim));
    for (std::int64_t first = 0; first < rows.count; first += rows.perTile)
        copyQueries<V>(task, rows, first);
    return rows;
}

/// A stretch begins.
template <class V> inline void forget(const AttentionRows& rows)
{
    for (std::int64_t r = 0; r < rows.count; ++r)
        rows.states[r] = { -__builtin_inff(), 0 };
    for (std::int64_t i = 0; i < rows.count * rows.valueStride; ++i)
        rows.sums[i] = 0;
}

/// The block as floats; integers stay integers, their scales are used elsewhere.
template <class V, class Element> inline void convertBlock(const AttentionRows& rows, AttentionBlock& block)
{
    const auto convert = [](const std::byte* from, float* to, std::int64_t count) {
        for (std::int64_t i = 0; i < count; i += V::kLanes)
            Element::load(from + i * Element::kBytes).store(to + i);
    };
    convert(block.keys, rows.keys, kBlockPositions * rows.headDim);
    convert(block.values, rows.values, kBlockPositions * rows.valueStride);
    block.keys = reinterpret_cast<const std::byte*>(rows.keys);
    block.values = reinterpret_cast<const std::byte*>(rows.values);
}

/// All rows against one block.
template <class V, class Element>
void attendBlock(const AttentionTask& task, const AttentionRows& rows, const AttentionBlock& block)
{
    AttentionBlock asked = block;
    forEachTile<V>(task, rows, block.begin, [&](const AttentionTile& tile) {
        scoreTileFor<V, Element>(rows, asked, tile);
        asked.ahead = 0; // once is enough
    });
    forEachTile<V>(
        task, rows, block.begin, [&](const AttentionTile& tile) { softmaxStep<V>(task, rows, block, tile); });
    addValues<V, Element>(task, rows, block);
}

/// The positions that any token sees.
template <class V> inline VisibleRange seenByAny(const AttentionTask& task)
{
    VisibleRange all = task.visible[0];
    for (std::int64_t t = 1; t < task.tokens; ++t) {
        all.begin = task.visible[t].begin < all.begin ? task.visible[t].begin : all.begin;
        all.end = task.visible[t].end > all.end ? task.visible[t].end : all.end;
    }
    return all;
}

/// All rows against the blocks of one stretch. `end`: of all that will be seen.
template <class V, class Element>
void attendBlocks(
    const AttentionTask& task, const AttentionRows& rows, VisibleRange stretch, std::int64_t end)
{
    const KvBlockLayout& layout = task.cache.layout;
    const auto place = [&](std::int64_t begin) {
        return task.cache.blocks + begin / kBlockPositions % task.cache.blockCount * task.cache.blockStride;
    };
    for (std::int64_t begin = stretch.begin / kBlockPositions * kBlockPositions; begin < stretch.end;
        begin += kBlockPositions) {
        const std::byte* stored = place(begin);
        AttentionBlock block { .keys = stored, .values = stored + layout.valuesOffset, .begin = begin };
        if constexpr (Element::kHasScales)
            block.scales = reinterpret_cast<const float*>(stored + layout.scalesOffset);
        if (Element::kBytes < 4 && rows.count > kFewRows) {
            convertBlock<V, Element>(rows, block);
            attendBlock<V, CachedFloat32<V>>(task, rows, block);
        } else {
            if (begin + kBlockPositions < end)
                block.ahead = place(begin + kBlockPositions) - stored;
            attendBlock<V, Element>(task, rows, block);
        }
    }
}

template <class V> inline void leaveOutput(const AttentionTask& task, const AttentionRows& rows)
{
    for (std::int64_t r = 0; r < rows.count; ++r) {
        float* output
            = task.output + r / task.groupSize * task.outputStride + r % task.groupSize * rows.headDim;
        float* row = rows.sums + r * rows.valueStride;
        const float inverse = 1 / rows.states[r].sum;
        for (std::int64_t d = 0; d < rows.headDim; ++d)
            row[d] *= inverse;
        rotateRow<V>(task.cache.layout, row);
        for (std::int64_t d = 0; d < rows.headDim; ++d)
            output[d] = row[d];
    }
}

/// Adds a stretch to what was seen before it. V only names the instruction set.
template <class V> inline void mergeStretch(const AttentionRows& rows, float* parts, bool isFirst)
{
    for (std::int64_t r = 0; r < rows.count; ++r) {
        float* part = parts + attentionPartFloats(r, rows.headDim);
        if (isFirst)
            emptyAttentionPart(rows.headDim, part);
        const SoftmaxState& state = rows.states[r];
        mergeAttention(rows.sums + r * rows.valueStride, state.largest, state.sum, rows.headDim, part);
    }
}

/// What was merged, as if it were one stretch. V as above.
template <class V> inline void takeMerged(const AttentionRows& rows)
{
    for (std::int64_t r = 0; r < rows.count; ++r) {
        const float* part = rows.parts + attentionPartFloats(r, rows.headDim);
        for (std::int64_t d = 0; d < rows.headDim; ++d)
            rows.sums[r * rows.valueStride + d] = part[d];
        rows.states[r] = { part[rows.headDim], part[rows.headDim + 1] };
    }
}

template <class V> void attention(const AttentionTask& task)
{
    if (task.tokens == 0)
        return;
    const AttentionRows rows = rowsOf<V>(task);
    const VisibleRange all = seenByAny<V>(task);
    const std::int64_t first = all.begin / kStretchPositions;
    const std::int64_t end = (all.end + kStretchPositions - 1) / kStretchPositions;
    for (std::int64_t stretch = first; stretch < end; ++stretch) {
        const std::int64_t begin = stretch * kStretchPositions;
        const VisibleRange seen { begin > all.begin ? begin : all.begin,
            begin + kStretchPositions < all.end ? begin + kStretchPositions : all.end };
        forget<V>(rows);
        withElementOf<V>(task.cache.layout.format,
            [&]<class Element>() { attendBlocks<V, Element>(task, rows, seen, all.end); });
        if (task.part != nullptr)
            mergeStretch<V>(rows, task.part, true);
        else if (end - first > 1)
            mergeStretch<V>(rows, rows.parts, stretch == first);
    }
    if (task.part != nullptr)
        return;
    if (end - first > 1)
        takeMerged<V>(rows);
    leaveOutput<V>(task, rows);
}

} // namespace moru::kernels::simd
