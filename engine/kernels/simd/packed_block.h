#pragma once

#include "engine/kernels/simd/panel_requests.h"
#include "engine/kernels/simd/running_sums.h"

namespace moru::kernels::simd {

// Products of quantised activations with packed weights. I is the IntVector of an instruction set's folder:
// some rows of a panel side by side, a 32-bit lane a row.

/// Activations of a tile's tokens, kParts bytes each: high, or high and low.
template <class I, int kTokens, int kParts> struct QuantisedTile {
    const std::int8_t* part[kTokens][kParts];
    const float* scales[kTokens];
    const std::int32_t* sums[kTokens]; ///< Of groups of 32, or running ones of blocks of 128.
};

template <class I, class Weights, int kTokens, int kParts>
inline QuantisedTile<I, kTokens, kParts> quantisedTile(const QuantisedActivations& x, std::int64_t first)
{
    QuantisedTile<I, kTokens, kParts> tile;
    for (int t = 0; t < kTokens; ++t) {
        const std::int64_t at = (first + t) * x.paddedColumns;
        tile.part[t][0] = x.high + at;
        if constexpr (kParts == 2)
            tile.part[t][1] = x.low + at;
        tile.scales[t] = x.scales + at / kSmallGroup;
        tile.sums[t]
            = Weights::kHasLargeBlocks ? x.runningSums + at / kColumnBlock : x.sums + at / kSmallGroup;
    }
    return tile;
}

/// What the formats do differently: how many of K are one unit, whether blocks, which are scaled as a whole,
/// may have more of them than one, how a step's quads are read, and what lies before the quads of a group.
template <int kColumnsPerUnit> struct Int8Weights {
    static constexpr std::int64_t kUnit = kColumnsPerUnit;
    static constexpr bool kHasLargeBlocks = kColumnsPerUnit == kColumnBlock;
    static constexpr std::int64_t kQuadsPerStep = 1;
    static constexpr std::int64_t kZeroPoint = kInt8ZeroPoint;
    static constexpr bool kHasZeroPoints = false;
    static constexpr std::int64_t kHeaderBytes = kScaleBytes;
    template <class I> static typename I::Bytes load(const std::uint8_t* p, std::int64_t /*quad*/)
    {
        return I::loadBytes(p);
    }
};
struct Int4Weights {
    static constexpr std::int64_t kUnit = kSmallGroup;
    static constexpr bool kHasLargeBlocks = false;
    static constexpr std::int64_t kQuadsPerStep = 2;
    static constexpr std::int64_t kZeroPoint = 0; // taken off afterwards
    static constexpr bool kHasZeroPoints = true;
    static constexpr std::int64_t kHeaderBytes = kScaleBytes + kZeroPointBytes;
    template <class I> static typename I::Bytes load(const std::uint8_t* p, std::int64_t quad)
    {
        return quad == 0 ? I::lowNibbles(I::loadBytes(p)) : I::highNibbles(I::loadBytes(p));
    }
};

/// How the groups of a panel follow each other: a header, then the quads of one or more blocks.
struct PanelWalk {
    const std::uint8_t* data = nullptr;
    std::int64_t unitsPerBlock = 1;
    std::int64_t blocksPerGroup = 0;
    std::int64_t panelBytes = 0;
    // Where many tiles share a panel, each fetches its part of the next one, so that this is in L2 when its
    // turn comes: the first tile would wait for memory else, a fifth of all time with 128 tokens.
    const std::uint8_t* ahead = nullptr; ///< Never null: without a next panel, 0 bytes a step from here.
    std::int64_t aheadBytesPerStep = 0;
};

/// Of a unit.
template <class Weights> inline constexpr std::int64_t kSteps = Weights::kUnit / 4 / Weights::kQuadsPerStep;
template <class Weights> inline constexpr std::int64_t kUnitBytes = kSteps<Weights> * kQuadBytes;

/// Σ of a token's integers over the block of so many units that begins at k.
template <class I, class Weights>
[[gnu::always_inline]] inline std::int32_t sumOfBlock(
    const std::int32_t* sums, std::int64_t k, std::int64_t units)
{
    if constexpr (Weights::kHasLargeBlocks) {
        return sumOfColumns<I>(sums, k, units * Weights::kUnit);
    } else {
        static_assert(Weights::kUnit == kSmallGroup);
        return sums[k / kSmallGroup];
    }
}

/// Where a block lies: its columns from k on, the header of its group, and its quads.
struct BlockPlace {
    std::int64_t k = 0;
    std::int64_t units = 1;
    const std::uint8_t* group = nullptr;
    const std::uint8_t* quads = nullptr;
};

/// How many sums a token's parts have: I may join them to numbers of 16 bits.
template <class I, int kParts> inline constexpr int kPartSums = I::kSpreadsActivations ? 1 : kParts;

/// A block's activations where they are.
template <class I, int kTokens, int kParts> struct ActivationsInPlace {
    const std::int8_t* part[kTokens][kParts];

    [[gnu::always_inline]] typename I::Quad quad(int t, int p, std::int64_t i) const
    {
        return I::broadcastQuad(part[t][p] + i * 4);
    }
};

/// A block's activations as I spreads them, a line a token.
template <class I> struct SpreadActivations {
    static constexpr std::int64_t kLineBytes = 2 * kMostBlockColumns;
    const std::int8_t* data;

    [[gnu::always_inline]] typename I::Quad quad(int t, int /*p*/, std::int64_t i) const
    {
        return I::broadcastQuad(data + t * kLineBytes + i * 8);
    }
};

/// Room for a block's spread activations; nothing where there are none.
template <class I, int kTokens, bool kSpreads = I::kSpreadsActivations> struct SpreadWorkspace {
    std::int8_t* data() { return nullptr; }
};
template <class I, int kTokens> struct SpreadWorkspace<I, kTokens, true> {
    alignas(64) std::int8_t bytes[kTokens * SpreadActivations<I>::kLineBytes];

    [[gnu::always_inline]] std::int8_t* data()
    {
        std::int8_t* start = bytes;
        __asm__("" : "+r"(start)); // else the compiler knows a place on the stack and keeps it in no register
        return start;
    }
};

template <class I, int kTokens, int kParts>
[[gnu::always_inline]] inline auto activationsOf(const QuantisedTile<I, kTokens, kParts>& x, std::int64_t k,
    [[maybe_unused]] std::int64_t columns, [[maybe_unused]] std::int8_t* workspace)
{
    if constexpr (I::kSpreadsActivations) {
#pragma GCC unroll 8
        for (int t = 0; t < kTokens; ++t) {
            std::int8_t* to = workspace + t * SpreadActivations<I>::kLineBytes;
            for (std::int64_t i = 0; i < columns; i += kSmallGroup) {
                if constexpr (kParts == 2)
                    I::spread(x.part[t][0] + k + i, x.part[t][1] + k + i, to + 2 * i);
                else
                    I::spread(x.part[t][0] + k + i, to + 2 * i);
            }
        }
        return SpreadActivations<I> { workspace };
    } else {
        ActivationsInPlace<I, kTokens, kParts> inPlace;
#pragma GCC unroll 8
        for (int t = 0; t < kTokens; ++t) {
#pragma GCC unroll 8
            for (int p = 0; p < kParts; ++p)
                inPlace.part[t][p] = x.part[t][p] + k;
        }
        return inPlace;
    }
}

/// One block of one panel for kTokens tokens: kVectors · lanes rows from `row` on. Calls add(token, vector,
/// steps, scale) for each of them: their product is the block's share of the output. All loops over the tile
/// are unrolled, else the accumulators are an array in memory. `requests`: one of panel_requests.h.
template <class I, class Weights, int kTokens, int kParts, int kVectors>
[[gnu::always_inline]] inline void packedBlock(const QuantisedTile<I, kTokens, kParts>& x,
    const BlockPlace& block, const auto& activations, std::int64_t row, auto requests, const auto& add)
{
    const std::int64_t units = Weights::kHasLargeBlocks ? block.units : 1;
    const std::int64_t k = block.k;
    if (units < 1 || k < 0)
        __builtin_unreachable(); // no code for loops that do not run
    constexpr int kSums = kPartSums<I, kParts>;
    typename I::Sums acc[kTokens][kSums][kVectors];
#pragma GCC unroll 8
    for (int t = 0; t < kTokens; ++t) {
        // Bytes are weight + zero point: what that adds to the sum is the zero point times Σ activations. It
        // is taken off the last part, which counts single units.
        const std::int32_t sum = sumOfBlock<I, Weights>(x.sums[t], k, units);
#pragma GCC unroll 8
        for (int p = 0; p < kSums; ++p) {
#pragma GCC unroll 8
            for (int v = 0; v < kVectors; ++v) {
                if constexpr (Weights::kZeroPoint != 0)
                    acc[t][p][v] = p + 1 == kSums
                        ? I::broadcast(-static_cast<std::int32_t>(Weights::kZeroPoint) * sum)
                        : I::zero();
                else
                    acc[t][p][v] = I::zero();
            }
        }
    }
    const std::uint8_t* bytes = block.quads + row * 4;
#pragma GCC unroll 1
    for (std::int64_t step = 0; step < units * kSteps<Weights>; ++step) {
        const std::uint8_t* at = bytes + step * kQuadBytes;
        requests.template atStep<kVectors * I::kLanes * 4>(at);
#pragma GCC unroll 8
        for (std::int64_t q = 0; q < Weights::kQuadsPerStep; ++q) {
            // The two quads of a byte are read one after the other; hiding that the place is the same keeps
            // the compiler from holding both in registers that the accumulators need.
            __asm__("" : "+r"(at));
            const std::int64_t quad = step * Weights::kQuadsPerStep + q;
            if constexpr (kTokens * kSums == 1) {
                // One vector of weights at a time: all of a panel's would fill AVX2's registers.
                const auto a = activations.quad(0, 0, quad);
#pragma GCC unroll 8
                for (int v = 0; v < kVectors; ++v) {
                    const auto w = Weights::template load<I>(at + v * I::kLanes * 4, q);
                    acc[0][0][v] = I::dot4(acc[0][0][v], w, a);
                }
            } else {
                typename I::Bytes w[kVectors];
#pragma GCC unroll 8
                for (int v = 0; v < kVectors; ++v)
                    w[v] = Weights::template load<I>(at + v * I::kLanes * 4, q);
#pragma GCC unroll 8
                for (int t = 0; t < kTokens; ++t) {
#pragma GCC unroll 8
                    for (int p = 0; p < kSums; ++p) {
                        const auto a = activations.quad(t, p, quad);
#pragma GCC unroll 8
                        for (int v = 0; v < kVectors; ++v)
                            acc[t][p][v] = I::dot4(acc[t][p][v], w[v], a);
                    }
                }
            }
        }
    }
    requests.template atEnd<Weights::kHeaderBytes>(block.quads + units * kUnitBytes<Weights>);
    struct Rows {
        typename I::Floats scale;
        typename I::Floats zero; ///< Where there are zero points.
    };
    const auto rowsOf = [&](int v) __attribute__((always_inline)) {
        const std::int64_t first = row + v * I::kLanes;
        Rows rows;
        rows.scale = I::loadBf16(block.group + first * 2);
        if constexpr (Weights::kHasZeroPoints)
            rows.zero = I::loadUnsigned(block.group + kScaleBytes + first);
        return rows;
    };
    const auto zeroFactor = [&](int t) __attribute__((always_inline)) {
        return static_cast<float>(sumOfBlock<I, Weights>(x.sums[t], k, units)) * (-1.0F / kZeroPointSteps);
    };
    const auto finish = [&](int t, int v, const Rows& rows, float factor) __attribute__((always_inline)) {
        typename I::Ints sum = I::total(acc[t][kSums - 1][v]);
        if constexpr (kSums == 2)
            sum = I::add(sum, I::total256(acc[t][0][v]));
        auto steps = I::toFloats(sum);
        if constexpr (Weights::kHasZeroPoints)
            steps = I::multiplyAdd(rows.zero, I::broadcastFloat(factor), steps);
        add(t, v, steps, I::multiply(rows.scale, I::broadcastFloat(x.scales[t][k / kSmallGroup])));
    };
    // Two vectors' factors can be kept for all tokens; of more, one vector's at a time.
    if constexpr (kVectors <= 2) {
        Rows rows[kVectors];
#pragma GCC unroll 8
        for (int v = 0; v < kVectors; ++v)
            rows[v] = rowsOf(v);
#pragma GCC unroll 8
        for (int t = 0; t < kTokens; ++t) {
            const float factor = Weights::kHasZeroPoints ? zeroFactor(t) : 0;
#pragma GCC unroll 8
            for (int v = 0; v < kVectors; ++v)
                finish(t, v, rows[v], factor);
        }
    } else {
        float factor[kTokens];
#pragma GCC unroll 8
        for (int t = 0; t < kTokens; ++t)
            factor[t] = Weights::kHasZeroPoints ? zeroFactor(t) : 0;
#pragma GCC unroll 8
        for (int v = 0; v < kVectors; ++v) {
            const Rows rows = rowsOf(v);
#pragma GCC unroll 8
            for (int t = 0; t < kTokens; ++t)
                finish(t, v, rows, factor[t]);
        }
    }
}

} // namespace moru::kernels::simd
