#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/kernels/simd/dot_tile.h"

namespace moru::kernels::simd {

/// Rows r … r + 3 of a matrix from element k on.
template <class Element>
RowGroup rowGroup(const StoredMatrix& weight, std::int64_t row, std::int64_t end, std::int64_t k = 0)
{
    RowGroup group {};
    for (std::int64_t r = 0; r < kTileRows; ++r) {
        const std::int64_t index = row + r < end ? row + r : end - 1;
        group.row[r] = static_cast<const char*>(weight.data) + (index * weight.columns + k) * Element::kBytes;
    }
    return group;
}

/// The hardware's own prefetcher does not follow interleaved rows. So tiles ask for the same place in a later
/// group of `rows` rows, at least 16 KB ahead.
template <class Element> std::int64_t prefetchDistance(const StoredMatrix& weight, std::int64_t rows)
{
    constexpr std::int64_t kLeastAhead = 16384;
    const std::int64_t groupBytes = rows * weight.columns * Element::kBytes;
    return groupBytes > 0 ? (kLeastAhead + groupBytes - 1) / groupBytes * groupBytes : 0;
}

/// One token, a row each of V::kDecodeStreams places at a time, as far apart as `rows` allows. Memory gives
/// some processors more that way, without being asked ahead (88–92 → 96–105 % of plain reading; BF16, Zen 3,
/// two threads). Returns how many rows these are: the last few may be left.
template <class V, class Element>
std::int64_t matmulFarRows(const Activations& x, const StoredMatrix& weight, Range rows, const Output& y)
{
    static_assert(V::kDecodeStreams == kTileRows);
    const std::int64_t rowBytes = weight.columns * Element::kBytes;
    const std::int64_t apart = (rows.end - rows.begin) / kTileRows;
    const TokenGroup<V> token = tokenGroup<V>(x.data, x.stride, 1);
    V sums[kTileRows];
    float totals[kTileRows];
    for (std::int64_t row = rows.begin; row < rows.begin + apart; ++row) {
        RowGroup group {};
        for (int r = 0; r < kTileRows; ++r)
            group.row[r] = static_cast<const char*>(weight.data) + (row + r * apart) * rowBytes;
        dotTile<V, Element, 1>(group, token, weight.columns, Sums::FromZero, sums);
        storeSums(sums, kTileRows, totals);
        for (int r = 0; r < kTileRows; ++r)
            y.data[row + r * apart] = totals[r];
    }
    return apart * kTileRows;
}

/// One token, two rows at a time: fewer streams through memory than four (27–28 → 29–30 GB/s of 32, and 14–25
/// without asking ahead; BF16, Xeon of 2023, two threads).
template <class V, class Element>
void matmulOneToken(const Activations& x, const StoredMatrix& weight, Range rows, const Output& y)
{
    if constexpr (V::kDecodeStreams > 1)
        rows.begin += matmulFarRows<V, Element>(x, weight, rows, y);
    constexpr int kPair = 2;
    const std::int64_t ahead = prefetchDistance<Element>(weight, kPair);
    const TokenGroup<V> token = tokenGroup<V>(x.data, x.stride, 1);
    V sums[kTileRows];
    for (std::int64_t row = rows.begin; row < rows.end; row += kTileRows) {
        const RowGroup group = rowGroup<Element>(weight, row, rows.end);
        for (int r = 0; r < kTileRows; r += kPair) {
            const RowGroup pair { { group.row[r], group.row[r + 1] }, ahead };
            dotTile<V, Element, 1, kPair>(pair, token, weight.columns, Sums::FromZero, sums + r);
        }
        storeSums(sums, rows.end - row, y.data + row);
    }
}

/// One tile of tokens: each weight is read once, straight from where the checkpoint put it.
template <class V, class Element>
void matmulFewTokens(const Activations& x, const StoredMatrix& weight, Range rows, const Output& y)
{
    const std::int64_t ahead = prefetchDistance<Element>(weight, kTileRows);
    const TokenGroup<V> tokens = tokenGroup<V>(x.data, x.stride, x.tokens);
    V sums[V::kTileTokens * kTileRows];
    for (std::int64_t row = rows.begin; row < rows.end; row += kTileRows) {
        RowGroup group = rowGroup<Element>(weight, row, rows.end);
        group.prefetchBytes = ahead;
        dotTileFor<V, Element>(group, tokens, weight.columns, Sums::FromZero, sums);
        for (std::int64_t t = 0; t < tokens.count; ++t)
            storeSums(sums + t * kTileRows, rows.end - row, y.data + t * y.stride + row);
    }
}

// Blocks of the many-token form: 4 rows × 1024 elements as floats are 16 KB of L1; 96 tokens × 1024 are 384
// KB of L2, read again for each of the block's rows.
inline constexpr std::int64_t kBlockElements = 1024;
inline constexpr std::int64_t kBlockTokens = 96;
inline constexpr std::int64_t kBlockRows = 32;

/// Four rows as floats, so that converting is paid once for all tokens of a block. Asks for the next group,
/// which arrives while this one is multiplied.
template <class V, class Element> void convertRows(const RowGroup& rows, std::int64_t count, float* output)
{
    constexpr std::int64_t kPerLine = 64 / Element::kBytes;
    for (int r = 0; r < kTileRows; ++r) {
        const char* from = rows.row[r];
        float* to = output + r * kBlockElements;
        for (std::int64_t k = 0; k < count; k += kPerLine)
            __builtin_prefetch(from + k * Element::kBytes + rows.prefetchBytes, 0, 2);
        std::int64_t k = 0;
        for (; k + V::kLanes <= count; k += V::kLanes)
            Element::load(from + k * Element::kBytes).store(to + k);
        if (k < count)
            Element::load(from + k * Element::kBytes, V::firstLanes(count - k)).store(to + k);
    }
}

/// At most kBlockTokens tokens by kBlockRows rows.
template <class V, class Element>
void matmulBlock(const Activations& x, const StoredMatrix& weight, Range rows, const Output& y)
{
    alignas(64) float converted[kTileRows * kBlockElements];
    RowGroup floats {};
    for (int r = 0; r < kTileRows; ++r)
        floats.row[r] = reinterpret_cast<const char*>(converted + r * kBlockElements);
    V sums[kBlockTokens * kBlockRows]; // [group of rows][token][row of the group]
    const auto sumsOf = [&](std::int64_t row) { return sums + (row - rows.begin) * x.tokens; };

    for (std::int64_t k = 0; k < weight.columns; k += kBlockElements) {
        const std::int64_t left = weight.columns - k;
        const std::int64_t count = left < kBlockElements ? left : kBlockElements;
        for (std::int64_t row = rows.begin; row < rows.end; row += kTileRows) {
            RowGroup group = rowGroup<Element>(weight, row, rows.end, k);
            group.prefetchBytes = kTileRows * weight.columns * Element::kBytes;
            convertRows<V, Element>(group, count, converted);
            for (std::int64_t t = 0; t < x.tokens; t += V::kTileTokens) {
                const auto tokens = tokenGroup<V>(x.data + t * x.stride + k, x.stride, x.tokens - t);
                dotTileFor<V, ElementF32<V>>(
                    floats, tokens, count, k == 0 ? Sums::FromZero : Sums::GoOn, sumsOf(row) + t * kTileRows);
            }
        }
    }
    for (std::int64_t row = rows.begin; row < rows.end; row += kTileRows) {
        for (std::int64_t t = 0; t < x.tokens; ++t)
            storeSums(sumsOf(row) + t * kTileRows, rows.end - row, y.data + t * y.stride + row);
    }
}

template <class V, class Element>
void matmul(const Activations& x, const StoredMatrix& weight, Range rows, const Output& y)
{
    if (x.tokens == 1)
        return matmulOneToken<V, Element>(x, weight, rows, y);
    if (x.tokens <= V::kTileTokens)
        return matmulFewTokens<V, Element>(x, weight, rows, y);
    for (std::int64_t t = 0; t < x.tokens; t += kBlockTokens) {
        const std::int64_t left = x.tokens - t;
        const Activations some { x.data + t * x.stride, x.stride, left < kBlockTokens ? left : kBlockTokens };
        const Output theirs { y.data + t * y.stride, y.stride };
        for (std::int64_t row = rows.begin; row < rows.end; row += kBlockRows) {
            const std::int64_t end = row + kBlockRows < rows.end ? row + kBlockRows : rows.end;
            matmulBlock<V, Element>(some, weight, { row, end }, theirs);
        }
    }
}

/// output = scale · row of the matrix.
template <class V, class Element>
void row(const StoredMatrix& weight, std::int64_t index, float scale, float* output)
{
    const char* from = static_cast<const char*>(weight.data) + index * weight.columns * Element::kBytes;
    const V factor = V::broadcast(scale);
    std::int64_t k = 0;
    for (; k + V::kLanes <= weight.columns; k += V::kLanes)
        (factor * Element::load(from + k * Element::kBytes)).store(output + k);
    if (k < weight.columns) {
        const auto rest = V::firstLanes(weight.columns - k);
        (factor * Element::load(from + k * Element::kBytes, rest)).store(output + k, rest);
    }
}

} // namespace moru::kernels::simd
