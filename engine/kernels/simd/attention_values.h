#pragma once

#include "engine/kernels/simd/attention_tile.h"

namespace moru::kernels::simd {

/// sums[row] = factor[row] · sums[row] + Σ weights[row][p] · value[p], for kVectors vectors from `column` on.
// Not inlined: its caller's variables would take registers from the loop.
template <class V, class Element, int kRows, int kVectors>
[[gnu::noinline]] void addValueColumns(
    const AttentionRows& rows, const AttentionBlock& block, const AttentionTile& tile, std::int64_t column)
{
    float* sums = rows.sums + tile.first * rows.valueStride + column;
    V acc[kRows][kVectors];
    for (int r = 0; r < kRows; ++r) {
        const V factor = V::broadcast(rows.factors[tile.first + r]);
        for (int i = 0; i < kVectors; ++i)
            acc[r][i] = factor * V::load(sums + r * rows.valueStride + i * V::kLanes);
    }
    const std::int64_t valueBytes = rows.valueStride * Element::kBytes;
    const std::byte* value = block.values + column * Element::kBytes + tile.any.begin * valueBytes;
    const float* weights = rows.weights + tile.first * kBlockPositions;
    constexpr std::int64_t kStepBytes = kVectors * V::kLanes * Element::kBytes;
    const std::byte* ahead = block.values + block.ahead + column * Element::kBytes * kBlockPositions;
    for (std::int64_t p = tile.any.begin; p < tile.any.end; ++p, value += valueBytes) {
        if (block.ahead != 0)
            askFor<V, kStepBytes>(ahead + p * kStepBytes);
        multiplyRows<V, Element>(acc, weights + p, kBlockPositions, value);
    }
    for (int r = 0; r < kRows; ++r) {
        for (int i = 0; i < kVectors; ++i)
            acc[r][i].store(sums + r * rows.valueStride + i * V::kLanes);
    }
}

template <class V, class Element, int kVectors, int kMost>
void addValueColumnsFor(
    const AttentionRows& rows, const AttentionBlock& block, const AttentionTile& tile, std::int64_t column)
{
    if constexpr (kMost > 1) {
        if (tile.rows < kMost)
            return addValueColumnsFor<V, Element, kVectors, kMost - 1>(rows, block, tile, column);
    }
    addValueColumns<V, Element, kMost, kVectors>(rows, block, tile, column);
}

/// All tiles, of at most kMost rows, against kVectors vectors of the values' columns, then the next ones: so
/// that those columns stay in L1. Returns the column from which on there are fewer.
template <class V, class Element, int kVectors, int kMost = kAttentionRows>
std::int64_t addValuesFrom(
    std::int64_t column, const AttentionTask& task, const AttentionRows& rows, const AttentionBlock& block)
{
    constexpr std::int64_t kStep = kVectors * V::kLanes;
    for (; column + kStep <= rows.valueStride; column += kStep) {
        AttentionBlock part = block;
        forEachTile<V>(task, rows, block.begin, [&](const AttentionTile& tile) {
            addValueColumnsFor<V, Element, kVectors, kMost>(rows, part, tile, column);
            part.ahead = 0; // once is enough
        });
    }
    return column;
}

template <class V, class Element>
void addValues(const AttentionTask& task, const AttentionRows& rows, const AttentionBlock& block)
{
    std::int64_t column = 0;
    if (rows.count <= 2)
        column = addValuesFrom<V, Element, tileVectors<V>(2), 2>(column, task, rows, block);
    column = addValuesFrom<V, Element, V::kTileVectors>(column, task, rows, block);
    addValuesFrom<V, Element, 1>(column, task, rows, block);
}

} // namespace moru::kernels::simd
