#pragma once

#include "engine/kernels/simd/attention_tile.h"

namespace moru::kernels::simd {

/// weights[row][p] = query · key for the positions of a block: an outer product an element of the head. Each
/// score is one chain of additions over the head, so that its bits do not depend on the other rows.
// Not inlined: its caller's variables would take registers from the loop.
template <class V, class Element, int kRows>
[[gnu::noinline]] void scoreTile(
    const AttentionRows& rows, const AttentionBlock& block, const AttentionTile& tile)
{
    constexpr int kVectors = tileVectors<V>(kRows);
    constexpr std::int64_t kStep = kVectors * V::kLanes;
    constexpr std::int64_t kStepBytes = kStep * Element::kBytes;
    constexpr std::int64_t kKeyBytes = kBlockPositions * Element::kBytes; // one element of all positions
    for (std::int64_t p = tile.any.begin / kStep * kStep; p < tile.any.end; p += kStep) {
        V acc[kRows][kVectors];
        for (int r = 0; r < kRows; ++r) {
            for (int i = 0; i < kVectors; ++i)
                acc[r][i] = V::zero();
        }
        const std::byte* keys = block.keys + p * Element::kBytes;
        const std::byte* ahead = block.keys + block.ahead + p / kStep * rows.headDim * kStepBytes;
        const float* query = rows.queries + tile.first / rows.perTile * kAttentionRows * rows.headDim;
        for (std::int64_t d = 0; d < rows.headDim; ++d, keys += kKeyBytes, query += kAttentionRows) {
            if (block.ahead != 0)
                askFor<V, kStepBytes>(ahead + d * kStepBytes);
            multiplyRows<V, Element>(acc, query, 1, keys);
        }
        for (int r = 0; r < kRows; ++r) {
            for (int i = 0; i < kVectors; ++i)
                acc[r][i].store(rows.weights + (tile.first + r) * kBlockPositions + p + i * V::kLanes);
        }
    }
}

template <class V, class Element, int kMost = kAttentionRows>
void scoreTileFor(const AttentionRows& rows, const AttentionBlock& block, const AttentionTile& tile)
{
    if constexpr (kMost > 1) {
        if (tile.rows < kMost)
            return scoreTileFor<V, Element, kMost - 1>(rows, block, tile);
    }
    scoreTile<V, Element, kMost>(rows, block, tile);
}

} // namespace moru::kernels::simd
