#pragma once

#include "engine/kernels/simd/panels_side_by_side.h"

namespace moru::kernels::simd {

/// One panel for kTokens tokens, over all of K. kStreams: the panel comes from memory, for this tile alone.
/// output: [kTokens][kPanelRows], overwritten.
template <class I, class Weights, int kTokens, int kParts, int kVectors, bool kStreams>
[[gnu::noinline]] void packedTile(
    const QuantisedTile<I, kTokens, kParts>& x, PanelWalk panel, std::int64_t columns, float* output)
{
    // A single token's sums stay in registers, where there are 32; more have no room there.
    constexpr bool kInRegisters = kTokens == 1 && kVectors * I::kLanes == kPanelRows && kVectors <= 4;
    typename I::Floats sums[kVectors];
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v)
        sums[v] = I::broadcastFloat(0);
    if constexpr (!kInRegisters) {
        for (std::int64_t i = 0; i < kTokens * kPanelRows; i += I::kLanes)
            I::store(output + i, I::broadcastFloat(0));
    }
    const std::int64_t units = Weights::kHasLargeBlocks ? panel.unitsPerBlock : 1;
    const std::uint8_t* ahead = panel.ahead;
    SpreadWorkspace<I, kTokens> workspace;
    BlockPlace block { .k = 0, .units = units, .group = nullptr, .quads = panel.data };
    while (block.k < columns) {
        block.group = block.quads;
        block.quads += Weights::kHeaderBytes;
        for (std::int64_t b = 0; b < panel.blocksPerGroup; ++b) {
            const auto activations = activationsOf(x, block.k, units * Weights::kUnit, workspace.data());
            for (std::int64_t row = 0; row < kPanelRows; row += kVectors * I::kLanes) {
                const auto add = [&](int t, int v, typename I::Floats steps, typename I::Floats scale)
                                     __attribute__((always_inline)) {
                                         if constexpr (kInRegisters) {
                                             sums[v] = I::multiplyAdd(steps, scale, sums[v]);
                                         } else {
                                             float* to = output + t * kPanelRows + row + v * I::kLanes;
                                             I::store(to, I::multiplyAdd(steps, scale, I::loadFloats(to)));
                                         }
                                     };
                if constexpr (kStreams)
                    packedBlock<I, Weights, kTokens, kParts, kVectors>(
                        x, block, activations, row, FurtherOn<I> {}, add);
                else
                    packedBlock<I, Weights, kTokens, kParts, kVectors>(x, block, activations, row,
                        NextPanel<I> { ahead, row == 0 ? panel.aheadBytesPerStep : 0 }, add);
            }
            ahead += units * kSteps<Weights> * panel.aheadBytesPerStep;
            block.k += units * Weights::kUnit;
            block.quads += units * kUnitBytes<Weights>;
        }
    }
    if constexpr (kInRegisters) {
#pragma GCC unroll 8
        for (int v = 0; v < kVectors; ++v)
            I::store(output + v * I::kLanes, sums[v]);
    }
}

template <class I, class Weights, int kTokens, int kParts, bool kStreams>
inline void packedTokens(const QuantisedActivations& x, std::int64_t first, const PanelWalk& panel,
    std::int64_t row, std::int64_t end, const Output& y)
{
    constexpr int kVectors = I::template vectors<kTokens * kPartSums<I, kParts>>();
    alignas(64) float sums[kTokens * kPanelRows];
    const std::int64_t rows = end - row < kPanelRows ? end - row : kPanelRows;
    if constexpr (!kStreams) {
        // The output of many tokens is larger than the caches: it comes while the tile is multiplied.
        for (int t = 0; t < kTokens; ++t) {
            for (std::int64_t r = 0; r < rows; r += 16)
                __builtin_prefetch(y.data + (first + t) * y.stride + row + r, 1, 2);
        }
    }
    packedTile<I, Weights, kTokens, kParts, kVectors, kStreams>(
        quantisedTile<I, Weights, kTokens, kParts>(x, first), panel, x.paddedColumns, sums);
    for (int t = 0; t < kTokens; ++t) {
        const float* from = sums + t * kPanelRows;
        float* to = y.data + (first + t) * y.stride + row;
        if (rows == kPanelRows) {
            for (std::int64_t r = 0; r < kPanelRows; r += I::kLanes)
                I::store(to + r, I::loadFloats(from + r));
        } else {
            for (std::int64_t r = 0; r < rows; ++r)
                to[r] = from[r];
        }
    }
}

/// A tile of `count` tokens, at most kTokens.
template <class I, class Weights, int kParts, int kTokens>
inline void packedTokensOf(std::int64_t count, bool isOnly, const QuantisedActivations& x, std::int64_t first,
    const PanelWalk& panel, std::int64_t row, std::int64_t end, const Output& y)
{
    constexpr int kMost = I::kTileAccumulators / kPartSums<I, kParts>;
    // Two or more tiles that share tokens evenly are at least half full.
    constexpr bool kSharesPanels = kTokens >= (kMost + 1) / 2;
    if (count < kTokens) {
        if constexpr (kTokens > 1)
            packedTokensOf<I, Weights, kParts, kTokens - 1>(count, isOnly, x, first, panel, row, end, y);
        return;
    }
    if constexpr (kSharesPanels) {
        if (!isOnly || kTokens == kMost)
            return packedTokens<I, Weights, kTokens, kParts, false>(x, first, panel, row, end, y);
    }
    if constexpr (kTokens < kMost)
        packedTokens<I, Weights, kTokens, kParts, true>(x, first, panel, row, end, y);
}

/// All tokens against one panel, in tiles of much the same size: a small one at the end would cost more than
/// its share, because it reads the panel for few.
template <class I, class Weights, int kParts>
inline void packedPanel(
    const QuantisedActivations& x, PanelWalk panel, std::int64_t row, std::int64_t end, const Output& y)
{
    constexpr int kMost = I::kTileAccumulators / kPartSums<I, kParts>;
    const std::int64_t tiles = (x.tokens + kMost - 1) / kMost;
    const std::int64_t steps = x.paddedColumns / Weights::kUnit * kSteps<Weights>;
    if (panel.ahead != panel.data)
        panel.aheadBytesPerStep = (panel.panelBytes + tiles * steps - 1) / (tiles * steps);
    std::int64_t first = 0;
    for (std::int64_t left = tiles; left > 0; --left) {
        const std::int64_t count = (x.tokens - first + left - 1) / left;
        packedTokensOf<I, Weights, kParts, kMost>(count, tiles == 1, x, first, panel, row, end, y);
        first += count;
        panel.ahead += steps * panel.aheadBytesPerStep;
    }
}

template <class I, class Weights>
inline void packedPanels(const QuantisedActivations& x, const std::uint8_t* data, std::int64_t allRows,
    std::int64_t groupSize, Range rows, const Output& y)
{
    PanelWalk panel;
    if constexpr (Weights::kHasLargeBlocks)
        panel.unitsPerBlock = (groupSize < x.blockColumns ? groupSize : x.blockColumns) / Weights::kUnit;
    const std::int64_t unitsPerGroup = groupSize / Weights::kUnit;
    panel.blocksPerGroup = unitsPerGroup / panel.unitsPerBlock;
    panel.panelBytes
        = x.paddedColumns / groupSize * (Weights::kHeaderBytes + unitsPerGroup * kUnitBytes<Weights>);
    panel.data = data + rows.begin / kPanelRows * panel.panelBytes;
    if constexpr (I::kDecodeStreams > 1) {
        if (x.tokens == 1) {
            const std::int64_t done = panelsSideBySide<I, Weights>(x, panel, allRows, rows, y);
            rows.begin += done;
            panel.data += done / kPanelRows * panel.panelBytes;
        }
    }
    for (std::int64_t row = rows.begin; row < rows.end; row += kPanelRows, panel.data += panel.panelBytes) {
        panel.ahead = row + kPanelRows < allRows ? panel.data + panel.panelBytes : panel.data;
        if (x.low != nullptr)
            packedPanel<I, Weights, 2>(x, panel, row, rows.end, y);
        else
            packedPanel<I, Weights, 1>(x, panel, row, rows.end, y);
    }
}

template <class I>
void matmulInt8(const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y)
{
    if (weight.groupSize == kSmallGroup || x.blockColumns == kSmallGroup)
        packedPanels<I, Int8Weights<kSmallGroup>>(x, weight.data, weight.rows, weight.groupSize, rows, y);
    else
        packedPanels<I, Int8Weights<kColumnBlock>>(x, weight.data, weight.rows, weight.groupSize, rows, y);
}

template <class I>
void matmulInt4(const QuantisedActivations& x, const PackedInt4& weight, Range rows, const Output& y)
{
    packedPanels<I, Int4Weights>(x, weight.data, weight.rows, kSmallGroup, rows, y);
}

} // namespace moru::kernels::simd
