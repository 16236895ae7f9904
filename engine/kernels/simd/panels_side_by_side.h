#pragma once

#include "engine/kernels/simd/packed_block.h"

namespace moru::kernels::simd {

// Products of a single token: all that counts is how fast the panels come from memory. On Zen 3 several
// streams get more of it than one, 105 instead of 89 % of plain reading with INT8, 96 instead of 80 % with
// INT4. So some panels that follow each other are multiplied side by side, a block of each in turn. Each
// panel's sums are those of matmul_packed.h, in the same order.

/// The panels from panel.data on, over all of K. output: [I::kDecodeStreams][kPanelRows], overwritten.
/// `next`: the panels whose turn comes after these.
template <class I, class Weights, int kParts>
[[gnu::noinline]] void multiplySideBySide(const QuantisedTile<I, 1, kParts>& x, const PanelWalk& panel,
    const std::uint8_t* next, std::int64_t columns, float* output)
{
    constexpr int kVectors = I::template vectors<kPartSums<I, kParts>>();
    constexpr std::int64_t kPanels = I::kDecodeStreams;
    static_assert(kPanels * 64 == kQuadBytes, "each step asks for a line of every panel");
    for (std::int64_t i = 0; i < kPanels * kPanelRows; i += I::kLanes)
        I::store(output + i, I::broadcastFloat(0));
    const std::int64_t units = Weights::kHasLargeBlocks ? panel.unitsPerBlock : 1;
    const std::int64_t steps = units * kSteps<Weights>;
    // Requests are a block ahead. With four groups of INT4 memory gave a quarter less.
    const bool hasOneBlock = panel.blocksPerGroup == 1;
    const std::uint8_t* ahead
        = panel.data + units * kUnitBytes<Weights> + (hasOneBlock ? Weights::kHeaderBytes : 0);
    SpreadWorkspace<I, 1> workspace;
    BlockPlace first { .k = 0, .units = units, .group = nullptr, .quads = panel.data }; // of the first panel
    while (first.k < columns) {
        first.group = first.quads;
        first.quads += Weights::kHeaderBytes;
        for (std::int64_t b = 0; b < panel.blocksPerGroup; ++b) {
            if (ahead - panel.data == panel.panelBytes)
                ahead = next;
            const std::uint8_t* header = ahead;
            ahead += b == 0 ? Weights::kHeaderBytes : 0;
            const auto activations = activationsOf(x, first.k, units * Weights::kUnit, workspace.data());
            BlockPlace block = first;
            float* sums = output;
            for (std::int64_t p = 0; p < kPanels; ++p) {
                if (header + p * 64 < ahead)
                    SideBySide<I> { header + p * 64, panel.panelBytes }.template atStep<kQuadBytes>(header);
                for (std::int64_t row = 0; row < kPanelRows; row += kVectors * I::kLanes) {
                    const auto add = [&](int, int v, typename I::Floats products,
                                         typename I::Floats scale) __attribute__((always_inline)) {
                        float* sum = sums + row + v * I::kLanes;
                        I::store(sum, I::multiplyAdd(products, scale, I::loadFloats(sum)));
                    };
                    // A pass over some of the rows asks for lines of as many of the panels.
                    const SideBySide<I> requests { ahead + row * 4 / 64 * panel.panelBytes,
                        panel.panelBytes };
                    packedBlock<I, Weights, 1, kParts, kVectors>(x, block, activations, row, requests, add);
                }
                ahead += steps * 64;
                block.group += panel.panelBytes;
                block.quads += panel.panelBytes;
                sums += kPanelRows;
            }
            first.k += units * Weights::kUnit;
            first.quads += units * kUnitBytes<Weights>;
        }
    }
}

/// As many of `rows` as there are whole sets of panels; returns how many these are.
template <class I, class Weights>
inline std::int64_t panelsSideBySide(
    const QuantisedActivations& x, PanelWalk panel, std::int64_t allRows, Range rows, const Output& y)
{
    constexpr std::int64_t kRows = I::kDecodeStreams * kPanelRows;
    std::int64_t row = rows.begin;
    for (; row + kRows <= rows.end; row += kRows) {
        const std::uint8_t* behind = panel.data + I::kDecodeStreams * panel.panelBytes;
        const std::uint8_t* next = row + 2 * kRows <= allRows ? behind : panel.data;
        float* output = y.data + row;
        if (x.low != nullptr)
            multiplySideBySide<I, Weights, 2>(
                quantisedTile<I, Weights, 1, 2>(x, 0), panel, next, x.paddedColumns, output);
        else
            multiplySideBySide<I, Weights, 1>(
                quantisedTile<I, Weights, 1, 1>(x, 0), panel, next, x.paddedColumns, output);
        panel.data = behind;
    }
    return row - rows.begin;
}

} // namespace moru::kernels::simd
