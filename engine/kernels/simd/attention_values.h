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
    const std::int64_t ahead = block.ahead;
    for (std::int64_t p = tile.any.begin; p < tile.any.end; ++p, value += valueBytes) {
        if (ahead != 0) {
            for (std::int64_t line = 0; line < kVectors * V::kLanes * Element::kBytes; line += 64)
                __builtin_prefetch(value + ahead + line, 0, 2); // into L2
        }
        V numbers[kVectors];
        for (int i = 0; i < kVectors; ++i)
            numbers[i] = Element::load(value + i * V::kLanes * Element::kBytes);
        for (int r = 0; r < kRows; ++r) {
            const V weight = V::broadcast(weights[r * kBlockPositions + p]);
            for (int i = 0; i < kVectors; ++i)
                acc[r][i] = V::multiplyAdd(weight, numbers[i], acc[r][i]);
        }
    }
    for (int r = 0; r < kRows; ++r) {
        for (int i = 0; i < kVectors; ++i)
            acc[r][i].store(sums + r * rows.valueStride + i * V::kLanes);
    }
}

template <class V, class Element, int kVectors, int kMost = kAttentionRows>
void addValueColumnsFor(
    const AttentionRows& rows, const AttentionBlock& block, const AttentionTile& tile, std::int64_t column)
{
    if constexpr (kMost > 1) {
        if (tile.rows < kMost)
            return addValueColumnsFor<V, Element, kVectors, kMost - 1>(rows, block, tile, column);
    }
    addValueColumns<V, Element, kMost, kVectors>(rows, block, tile, column);
}

/// All tiles against some columns of the values, then the next ones: so that those columns stay in L1.
template <class V, class Element>
void addValues(const AttentionTask& task, const AttentionRows& rows, const AttentionBlock& block)
{
    constexpr std::int64_t kStep = V::kTileVectors * V::kLanes;
    for (std::int64_t column = 0; column < rows.valueStride;) {
        const bool whole = column + kStep <= rows.valueStride;
        AttentionBlock part = block;
        forEachTile<V>(task, rows, block.begin, [&](const AttentionTile& tile) {
            if (whole)
                addValueColumnsFor<V, Element, V::kTileVectors>(rows, part, tile, column);
            else
                addValueColumnsFor<V, Element, 1>(rows, part, tile, column);
            part.ahead = 0; // once is enough
        });
        column += whole ? kStep : V::kLanes;
    }
}

} // namespace moru::kernels::simd
