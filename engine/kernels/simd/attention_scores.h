#pragma once

#include "engine/kernels/simd/attention_tile.h"
#include "engine/kernels/simd/dot_tile.h"

namespace moru::kernels::simd {

/// Asks for the key and the value that stand a block after `key`; they come while this block is worked on.
template <class V> inline void prefetchNextBlock(const AttentionTask& task, const float* key)
{
    constexpr std::int64_t kFloatsPerLine = 16;
    const float* nextKey = key + kKeysPerBlock * task.headDim;
    const float* nextValue = task.values + (nextKey - task.keys);
    for (std::int64_t d = 0; d < task.headDim; d += kFloatsPerLine) {
        __builtin_prefetch(nextKey + d, 0, 2); // into L2
        __builtin_prefetch(nextValue + d, 0, 2);
    }
}

/// output[d][key] = keys of the positions in `range` of the block, so that a vector holds one element of many
/// keys.
template <class V>
inline void transposeKeys(
    const AttentionTask& task, std::int64_t blockBegin, VisibleRange range, float* output)
{
    RingWalk<V> walk(task.keys, task, blockBegin + range.begin);
    std::int64_t p = range.begin;
    for (; p + 4 <= range.end; p += 4) {
        const float* key[4];
        for (const float*& row : key) {
            row = walk.row();
            prefetchNextBlock<V>(task, row);
            walk.advance();
        }
        std::int64_t d = 0;
        for (; d + 4 <= task.headDim; d += 4)
            V::transpose4x4(key, d, output + d * kKeysPerBlock + p, kKeysPerBlock);
        for (; d < task.headDim; ++d) {
            for (int i = 0; i < 4; ++i)
                output[d * kKeysPerBlock + p + i] = key[i][d];
        }
    }
    for (; p < range.end; ++p, walk.advance()) {
        for (std::int64_t d = 0; d < task.headDim; ++d)
            output[d * kKeysPerBlock + p] = walk.row()[d];
    }
}

/// weights[row][key] = query · key for many rows: an outer product an element of the head.
template <class V, int kRows>
void scoresFromTransposed(const AttentionTile& tile, const float* keysTransposed, std::int64_t headDim)
{
    constexpr std::int64_t kStep = V::kTileVectors * V::kLanes;
    const float* query[kRows];
    for (int r = 0; r < kRows; ++r)
        query[r] = tile.query[r];
    for (std::int64_t p = tile.any.begin / kStep * kStep; p < tile.any.end; p += kStep) {
        V acc[kRows][V::kTileVectors];
        for (int r = 0; r < kRows; ++r) {
            for (int i = 0; i < V::kTileVectors; ++i)
                acc[r][i] = V::zero();
        }
        const float* keys = keysTransposed + p;
        for (std::int64_t d = 0; d < headDim; ++d, keys += kKeysPerBlock) {
            V key[V::kTileVectors];
            for (int i = 0; i < V::kTileVectors; ++i)
                key[i] = V::load(keys + i * V::kLanes);
            for (int r = 0; r < kRows; ++r) {
                const V q = V::broadcast(query[r][d]);
                for (int i = 0; i < V::kTileVectors; ++i)
                    acc[r][i] = V::multiplyAdd(q, key[i], acc[r][i]);
            }
        }
        for (int r = 0; r < kRows; ++r) {
            for (int i = 0; i < V::kTileVectors; ++i)
                acc[r][i].store(tile.weights + r * kKeysPerBlock + p + i * V::kLanes);
        }
    }
}

template <class V, int kMost = kAttentionRows>
void scoresFromTransposedFor(const AttentionTile& tile, const float* keysTransposed, std::int64_t headDim)
{
    if constexpr (kMost > 1) {
        if (tile.rows < kMost)
            return scoresFromTransposedFor<V, kMost - 1>(tile, keysTransposed, headDim);
    }
    scoresFromTransposed<V, kMost>(tile, keysTransposed, headDim);
}

/// The same for few rows, straight from the cache: four keys at a time by the matrix product's own tile.
template <class V> void scoresFromCache(const AttentionTask& task, const AttentionTile& tile)
{
    RingWalk<V> walk(task.keys, task, tile.blockBegin + tile.any.begin);
    for (std::int64_t p = tile.any.begin; p < tile.any.end; p += kTileRows) {
        RowGroup keys {};
        const std::int64_t left = tile.any.end - p;
        for (std::int64_t i = 0; i < kTileRows; ++i) {
            keys.row[i] = reinterpret_cast<const char*>(walk.row());
            if (i + 1 < left)
                walk.advance();
        }
        keys.prefetchBytes = tile.prefetch ? kKeysPerBlock * task.headDim * 4 : 0;
        for (std::int64_t r = 0; r < tile.rows; r += V::kTileTokens) {
            TokenGroup<V> queries {};
            queries.count = tile.rows - r < V::kTileTokens ? tile.rows - r : V::kTileTokens;
            for (std::int64_t i = 0; i < queries.count; ++i)
                queries.token[i] = tile.query[r + i];
            V sums[V::kTileTokens * kTileRows];
            dotTileFor<V, ElementF32<V>>(keys, queries, task.headDim, Sums::FromZero, sums);
            for (std::int64_t i = 0; i < queries.count; ++i)
                storeSums(sums + i * kTileRows, left, tile.weights + (r + i) * kKeysPerBlock + p);
            keys.prefetchBytes = 0; // once is enough
        }
    }
}

} // namespace moru::kernels::simd
