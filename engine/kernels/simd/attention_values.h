#pragma once

#include "engine/kernels/simd/attention_tile.h"

namespace moru::kernels::simd {

/// output[row] = factor[row] · output[row] + Σ weights[row][p] · value[p], for kVectors vectors from `column`
/// on.
// Not inlined: its caller's variables would take registers from the loop.
template <class V, int kRows, int kVectors, class... Mask>
[[gnu::noinline]] void addValueColumns(const AttentionTask& task, const AttentionTile& tile,
    const float* factors, std::int64_t column, Mask... mask)
{
    V acc[kRows][kVectors];
    for (int r = 0; r < kRows; ++r) {
        for (int i = 0; i < kVectors; ++i)
            acc[r][i] = V::broadcast(factors[r]) * V::load(tile.output[r] + column + i * V::kLanes, mask...);
    }
    const float* weights = tile.weights + tile.any.begin;
    const std::int64_t ahead = tile.prefetch ? kKeysPerBlock * task.headDim : 0;
    RingWalk<V> walk(task.values + column, task, tile.blockBegin + tile.any.begin);
    for (std::int64_t p = tile.any.begin; p < tile.any.end; ++p, ++weights, walk.advance()) {
        V value[kVectors];
        for (int i = 0; i < kVectors; ++i)
            value[i] = V::load(walk.row() + i * V::kLanes, mask...);
        if (ahead != 0) {
            for (int i = 0; i < kVectors; ++i)
                __builtin_prefetch(walk.row() + i * V::kLanes + ahead, 0, 2); // into L2
        }
        for (int r = 0; r < kRows; ++r) {
            const V weight = V::broadcast(weights[r * kKeysPerBlock]);
            for (int i = 0; i < kVectors; ++i)
                acc[r][i] = V::multiplyAdd(weight, value[i], acc[r][i]);
        }
    }
    for (int r = 0; r < kRows; ++r) {
        for (int i = 0; i < kVectors; ++i)
            acc[r][i].store(tile.output[r] + column + i * V::kLanes, mask...);
    }
}

template <class V, int kRows>
void addValues(const AttentionTask& task, const AttentionTile& tile, const float* factors)
{
    constexpr std::int64_t kStep = V::kTileVectors * V::kLanes;
    std::int64_t column = 0;
    for (; column + kStep <= task.headDim; column += kStep)
        addValueColumns<V, kRows, V::kTileVectors>(task, tile, factors, column);
    for (; column + V::kLanes <= task.headDim; column += V::kLanes)
        addValueColumns<V, kRows, 1>(task, tile, factors, column);
    if (column < task.headDim)
        addValueColumns<V, kRows, 1>(task, tile, factors, column, V::firstLanes(task.headDim - column));
}

template <class V, int kMost = kAttentionRows>
void addValuesFor(const AttentionTask& task, const AttentionTile& tile, const float* factors)
{
    if constexpr (kMost > 1) {
        if (tile.rows < kMost)
            return addValuesFor<V, kMost - 1>(task, tile, factors);
    }
    addValues<V, kMost>(task, tile, factors);
}

} // namespace moru::kernels::simd
