#pragma once

#include "engine/kernels/simd/running_sums.h"

namespace moru::kernels::simd {

// Products of many tokens with packed INT8 weights by matrix tiles: 16 lines of 64 bytes, multiplied whole.
// Tiles is the thin wrapper of the instructions (amx/tiles.h); I is an IntVector of 16 lanes. Source: Intel
// 64 and IA-32 Architectures Optimization Reference Manual, chapter on AMX.
//
// Panels need no other layout: the quads of 64 columns of 16 rows are 16 lines of 64 bytes at stride 256.
// Integer sums, scales and the order of additions are those of matmul_packed.h, so that the results have the
// same bits and the choice between the two may change at any time.

inline constexpr std::int64_t kTileLines = 16;
inline constexpr std::int64_t kTileBytes = 64; ///< of a line
inline constexpr std::int64_t kTileInts = kTileLines * 16;
inline constexpr std::int64_t kTileRows = 32; ///< rows at once: two tiles of weights

/// What a thread needs beside the tiles. 2 × 2 tiles of sums, twice: one block's sums are scaled while the
/// next is multiplied.
struct TileWorkspace {
    alignas(64) std::int32_t sums[2][4][kTileInts];
    std::int32_t corrections[2][2 * kTileLines]; ///< What a block's zero points add to a token's sums, less.
    alignas(64) float output[2 * kTileLines][kTileRows];
    alignas(64) std::int8_t tail[2][kTileLines][kMostBlockColumns]
        = {}; ///< Activations of a block that has fewer tokens.
};

/// Some tokens whose activations fill the two tiles of the left side: 32 tokens in one part, or both parts of
/// 16. Named after the tiles, because its functions must not be shared with another folder.
template <class Tiles, int kParts> struct TileTokens {
    const QuantisedActivations& x;
    std::int64_t first;
    std::int64_t count;

    static constexpr std::int64_t kMost = 2 * kTileLines / kParts;

    [[nodiscard]] std::int64_t inTile(int tile) const
    {
        const std::int64_t before = kParts == 2 ? 0 : tile * kTileLines;
        const std::int64_t left = count - before;
        return left < 0 ? 0 : left < kTileLines ? left : kTileLines;
    }
    [[nodiscard]] const std::int8_t* data(int tile, std::int64_t k) const
    {
        if (kParts == 2)
            return (tile == 0 ? x.high : x.low) + first * x.paddedColumns + k;
        return x.high + (first + tile * kTileLines) * x.paddedColumns + k;
    }
};

/// Copies what there is of a tile's tokens. Other lines stay as they are: nobody looks at their products.
template <class Tiles, int kParts>
inline void copyTail(
    const TileTokens<Tiles, kParts>& tokens, std::int64_t k, std::int64_t columns, TileWorkspace& workspace)
{
    for (int tile = 0; tile < 2; ++tile) {
        const std::int8_t* from = tokens.data(tile, k);
        for (std::int64_t t = 0; t < tokens.inTile(tile); ++t, from += tokens.x.paddedColumns) {
            for (std::int64_t i = 0; i < columns; i += kTileBytes)
                __builtin_memcpy(workspace.tail[tile][t] + i, from + i, kTileBytes);
        }
    }
}

/// A block's activations for the two tiles of the left side.
struct TileLeft {
    const std::int8_t* data[2];
    std::int64_t stride;
};

/// From k on; copied where there are fewer tokens than lines.
template <class Tiles, int kParts>
inline TileLeft leftOf(
    const TileTokens<Tiles, kParts>& tokens, std::int64_t k, std::int64_t columns, TileWorkspace& workspace)
{
    if (tokens.count == TileTokens<Tiles, kParts>::kMost)
        return { { tokens.data(0, k), tokens.data(1, k) }, tokens.x.paddedColumns };
    copyTail(tokens, k, columns, workspace);
    return { { workspace.tail[0][0], workspace.tail[1][0] }, kMostBlockColumns };
}

/// sums[2 · left + right] of 64 columns: adds left tile × right tile.
template <class Tiles>
[[gnu::always_inline]] inline void multiplyTiles(
    const TileLeft& left, std::int64_t column, const std::uint8_t* right)
{
    Tiles::template load<4>(left.data[0] + column, left.stride);
    Tiles::template load<6>(right, kQuadBytes);
    Tiles::template load<7>(right + kTileBytes, kQuadBytes);
    Tiles::template load<5>(left.data[1] + column, left.stride);
    Tiles::template addSignedTimesUnsigned<0, 4, 6>();
    Tiles::template addSignedTimesUnsigned<1, 4, 7>();
    Tiles::template addSignedTimesUnsigned<2, 5, 6>();
    Tiles::template addSignedTimesUnsigned<3, 5, 7>();
}

/// A block that has been multiplied.
struct TileBlock {
    std::int64_t k; ///< Where it begins.
    const std::uint8_t* scales; ///< Of the 32 rows.
    const std::int32_t (*sums)[kTileInts];
    const std::int32_t* corrections; ///< Of each token.
};

template <class Tiles, int kParts>
inline void correctionsOf(
    const TileTokens<Tiles, kParts>& tokens, std::int64_t k, std::int64_t columns, std::int32_t* corrections)
{
    const std::int64_t blocks = tokens.x.paddedColumns / kColumnBlock;
    const std::int32_t* sums = tokens.x.runningSums + tokens.first * blocks;
    for (std::int64_t t = 0; t < tokens.count; ++t, sums += blocks)
        corrections[t] = -static_cast<std::int32_t>(kInt8ZeroPoint) * sumOfColumns<Tiles>(sums, k, columns);
}

/// Scales a block's sums of tokens [begin, end) and adds them to the output. A call, so that its loop has all
/// registers.
template <class I, class Tiles, int kParts>
[[gnu::noinline]] void scaleSums(const TileTokens<Tiles, kParts>& tokens, std::int64_t begin,
    std::int64_t end, const TileBlock& block, float (*output)[kTileRows])
{
    const auto scale0 = I::loadBf16(block.scales);
    const auto scale1 = I::loadBf16(block.scales + 2 * I::kLanes);
    const std::int64_t columns = tokens.x.paddedColumns;
    const std::int64_t at = (tokens.first + begin) * columns + block.k;
    const float* tokenScale = tokens.x.scales + at / kSmallGroup;
    float* to = output[begin];
#pragma GCC unroll 1
    for (std::int64_t t = begin; t < end; ++t) {
        const auto correction = I::broadcast(block.corrections[t]);
        const auto ofToken = I::broadcastFloat(*tokenScale);
        // Tiles 0, 1 hold the first 16 tokens or the high parts, 2 and 3 the others or the low parts.
        const std::int32_t* line
            = block.sums[kParts == 2 ? 2 : t / kTileLines * 2] + t % kTileLines * I::kLanes;
        auto sum0 = I::add(I::loadInts(line), correction);
        auto sum1 = I::add(I::loadInts(line + kTileInts), correction);
        if constexpr (kParts == 2) {
            sum0 = I::add(sum0, I::times256(I::loadInts(line - 2 * kTileInts)));
            sum1 = I::add(sum1, I::times256(I::loadInts(line - kTileInts)));
        }
        I::store(to, I::multiplyAdd(I::toFloats(sum0), I::multiply(scale0, ofToken), I::loadFloats(to)));
        to += I::kLanes;
        I::store(to, I::multiplyAdd(I::toFloats(sum1), I::multiply(scale1, ofToken), I::loadFloats(to)));
        to += I::kLanes;
        tokenScale += columns / kSmallGroup;
    }
}

/// 32 rows of a panel over all of K for the tokens of one pair of tiles: workspace.output is overwritten.
/// `group`: the panel's first group; `row`: the first row inside the panel.
template <class Tiles, class I, int kParts>
[[gnu::noinline]] void tileProduct(const TileTokens<Tiles, kParts>& tokens, const std::uint8_t* group,
    std::int64_t groupSize, std::int64_t row, TileWorkspace& workspace)
{
    const std::int64_t columns = tokens.x.paddedColumns;
    const std::int64_t blockColumns = groupSize < tokens.x.blockColumns ? groupSize : tokens.x.blockColumns;
    const std::int64_t half = (tokens.count + 1) / 2;
    for (std::int64_t t = 0; t < tokens.count; ++t) {
        for (std::int64_t r = 0; r < kTileRows; r += I::kLanes)
            I::store(workspace.output[t] + r, I::broadcastFloat(0));
    }
    const std::uint8_t* next = group;
    TileBlock before {}; // its sums are scaled while the next block is multiplied
    int buffer = 0;
#pragma GCC unroll 1
    for (std::int64_t k = 0; k < columns; k += blockColumns, buffer ^= 1) {
        if (k % groupSize == 0) {
            group = next;
            next += kScaleBytes;
        }
        Tiles::template zero<0>();
        Tiles::template zero<1>();
        Tiles::template zero<2>();
        Tiles::template zero<3>();
        const std::uint8_t* right = next + row * 4;
        const TileLeft left = leftOf(tokens, k, blockColumns, workspace);
        multiplyTiles<Tiles>(left, 0, right);
        if (k > 0)
            scaleSums<I>(tokens, 0, half, before, workspace.output);
        multiplyTiles<Tiles>(left, kTileBytes, right + kTileBytes / 4 * kQuadBytes);
        if (k > 0)
            scaleSums<I>(tokens, half, tokens.count, before, workspace.output);
#pragma GCC unroll 1
        for (std::int64_t more = kColumnBlock; more < blockColumns; more += kColumnBlock) {
            right += kColumnBlock / 4 * kQuadBytes;
            multiplyTiles<Tiles>(left, more, right);
            multiplyTiles<Tiles>(left, more + kTileBytes, right + kTileBytes / 4 * kQuadBytes);
        }
        next += blockColumns / 4 * kQuadBytes;
        Tiles::template store<0>(workspace.sums[buffer][0]);
        Tiles::template store<1>(workspace.sums[buffer][1]);
        Tiles::template store<2>(workspace.sums[buffer][2]);
        Tiles::template store<3>(workspace.sums[buffer][3]);
        correctionsOf(tokens, k, blockColumns, workspace.corrections[buffer]);
        before = { k, group + row * 2, workspace.sums[buffer], workspace.corrections[buffer] };
    }
    scaleSums<I>(tokens, 0, tokens.count, before, workspace.output);
}

/// All tokens against the panels of `rows`. Groups are multiples of 128.
template <class Tiles, class I, int kParts>
inline void tilePanels(const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y)
{
    const std::int64_t groupBytes = kScaleBytes + weight.groupSize / 4 * kQuadBytes;
    const std::int64_t panelBytes = x.paddedColumns / weight.groupSize * groupBytes;
    TileWorkspace workspace;
    for (std::int64_t panelRow = rows.begin; panelRow < rows.end; panelRow += kPanelRows) {
        const std::uint8_t* panel = weight.data + panelRow / kPanelRows * panelBytes;
        for (std::int64_t first = 0; first < x.tokens; first += TileTokens<Tiles, kParts>::kMost) {
            const std::int64_t left = x.tokens - first;
            const TileTokens<Tiles, kParts> tokens { x, first,
                left < TileTokens<Tiles, kParts>::kMost ? left : TileTokens<Tiles, kParts>::kMost };
            for (std::int64_t row = 0; row < kPanelRows && panelRow + row < rows.end; row += kTileRows) {
                tileProduct<Tiles, I>(tokens, panel, weight.groupSize, row, workspace);
                const std::int64_t end = rows.end - panelRow - row;
                for (std::int64_t t = 0; t < tokens.count; ++t) {
                    float* to = y.data + (first + t) * y.stride + panelRow + row;
                    for (std::int64_t r = 0; r < kTileRows && r < end; ++r)
                        to[r] = workspace.output[t][r];
                }
            }
        }
    }
}

/// Tiles::configure has been called on this thread. Shapes and units: MatmulInt8 of kernel_table.h, groups
/// and blocks of inputs that are multiples of 128 only.
template <class Tiles, class I>
void matmulInt8ByTiles(const QuantisedActivations& x, const PackedInt8& weight, Range rows, const Output& y)
{
    Tiles::configure();
    if (x.low != nullptr)
        tilePanels<Tiles, I, 2>(x, weight, rows, y);
    else
        tilePanels<Tiles, I, 1>(x, weight, rows, y);
}

/// As integerPeak: products of tiles alone.
template <class Tiles> [[gnu::noinline]] std::int64_t tilePeak(std::int64_t rounds)
{
    Tiles::configure();
    Tiles::template zero<0>();
    Tiles::template zero<1>();
    Tiles::template zero<2>();
    Tiles::template zero<3>();
    Tiles::template zero<4>();
    Tiles::template zero<5>();
    Tiles::template zero<6>();
    Tiles::template zero<7>();
    constexpr std::int64_t kTiles = 4;
    for (std::int64_t round = 0; round < rounds; ++round) {
        Tiles::template addSignedTimesUnsigned<0, 4, 6>();
        Tiles::template addSignedTimesUnsigned<1, 4, 7>();
        Tiles::template addSignedTimesUnsigned<2, 5, 6>();
        Tiles::template addSignedTimesUnsigned<3, 5, 7>();
    }
    return rounds * kTiles * kTileLines * 16 * kTileBytes * 2;
}

} // namespace moru::kernels::simd
