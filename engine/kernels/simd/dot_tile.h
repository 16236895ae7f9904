#pragma once

#include <cstddef>
#include <cstdint>

// Written once for all vector widths: V is the Vector of an instruction set's folder, so that each folder's
// copy has a name of its own and the linker cannot mix them up. Nothing of std:: may be called here, for the
// same reason.

namespace moru::kernels::simd {

constexpr int kTileRows = 4; // rows that V::sums adds up at once

// How a stored element is read.
template <class V> struct ElementF32 {
    static constexpr std::int64_t kBytes = 4;
    static V load(const char* p) { return V::load(reinterpret_cast<const float*>(p)); }
    static V load(const char* p, typename V::Mask m) { return V::load(reinterpret_cast<const float*>(p), m); }
};
template <class V> struct ElementF16 {
    static constexpr std::int64_t kBytes = 2;
    static V load(const char* p) { return V::loadF16(p); }
    static V load(const char* p, typename V::Mask m) { return V::loadF16(p, m); }
};
template <class V> struct ElementBf16 {
    static constexpr std::int64_t kBytes = 2;
    static V load(const char* p) { return V::loadBf16(p); }
    static V load(const char* p, typename V::Mask m) { return V::loadBf16(p, m); }
};

/// Four rows of elements; where a matrix has fewer left its last row stands in.
struct RowGroup {
    const char* row[kTileRows];
    std::int64_t
        prefetchBytes; ///< How far ahead to ask for cache lines; 0 asks for what is being read, for nothing.
};

/// Activations of the tile's tokens, at most V::kTileTokens.
template <class V> struct TokenGroup {
    const float* token[V::kTileTokens];
    std::int64_t count;
};

template <class V> inline TokenGroup<V> tokenGroup(const float* data, std::int64_t stride, std::int64_t left)
{
    TokenGroup<V> group {};
    group.count = left < V::kTileTokens ? left : V::kTileTokens;
    for (std::int64_t t = 0; t < group.count; ++t)
        group.token[t] = data + t * stride;
    return group;
}

/// What a tile's vectors of partial sums begin with.
enum class Sums { FromZero, GoOn };

/// sums[t][r], a vector of partial sums each for the first kRows rows, grows by activation t times row r over
/// `count` elements. Lane l takes the elements k ≡ l (mod lanes), in order: one chain a lane whatever the
/// number of tokens, so that an output's bits depend on its own row and token only.
// Not inlined: its caller's variables would take registers from the loop.
template <class V, class Element, int kTokens, int kRows = kTileRows>
[[gnu::noinline]] void dotTile(
    const RowGroup& rows, const TokenGroup<V>& tokens, std::int64_t count, Sums begin, V* sums)
{
    V acc[kTokens][kRows];
    for (int t = 0; t < kTokens; ++t) {
        for (int r = 0; r < kRows; ++r)
            acc[t][r] = begin == Sums::GoOn ? sums[t * kRows + r] : V::zero();
    }
    // The pointers stand where whole cache lines end, and k counts up to 0 there: so the loop needs no
    // register for its end, and all its pointers fit. The empty asm hides how they came about from the
    // compiler, which would else undo this and spill.
    constexpr std::int64_t kPerLine = 64 / Element::kBytes;
    const std::int64_t whole = count / kPerLine * kPerLine;
    const char* row[kRows];
    for (int r = 0; r < kRows; ++r) {
        row[r] = rows.row[r] + whole * Element::kBytes;
        __asm__("" : "+r"(row[r]));
    }
    const float* token[kTokens];
    for (int t = 0; t < kTokens; ++t) {
        token[t] = tokens.token[t] + whole;
        __asm__("" : "+r"(token[t]));
    }
    const auto step = [&](std::int64_t k, auto... mask) __attribute__((always_inline)) {
        V activation[kTokens];
        for (int t = 0; t < kTokens; ++t)
            activation[t] = V::load(token[t] + k, mask...);
        for (int r = 0; r < kRows; ++r) {
            const V w = Element::load(row[r] + k * Element::kBytes, mask...);
            for (int t = 0; t < kTokens; ++t)
                acc[t][r] = V::multiplyAdd(activation[t], w, acc[t][r]);
        }
    };

    const std::int64_t prefetchBytes = rows.prefetchBytes;
    std::int64_t k = -whole;
    while (k < 0) {
        std::int64_t ahead = k * Element::kBytes + prefetchBytes;
        __asm__("" : "+r"(ahead));
        for (int r = 0; r < kRows; ++r)
            __builtin_prefetch(row[r] + ahead, 0, 2); // into L2
#pragma GCC unroll 1
        for (std::int64_t end = k + kPerLine; k < end; k += V::kLanes)
            step(k);
    }
    const std::int64_t rest = count - whole; // less than a line
#pragma GCC unroll 8
    for (int i = 1; i < kPerLine / V::kLanes; ++i) {
        if (k + V::kLanes <= rest) {
            step(k);
            k += V::kLanes;
        }
    }
    if (k < rest)
        step(k, V::firstLanes(rest - k));
    for (int t = 0; t < kTokens; ++t) {
        for (int r = 0; r < kRows; ++r)
            sums[t * kRows + r] = acc[t][r];
    }
}

/// dotTile for a number of tokens that is known when running.
template <class V, class Element, int kMost = V::kTileTokens>
inline void dotTileFor(
    const RowGroup& rows, const TokenGroup<V>& tokens, std::int64_t count, Sums begin, V* sums)
{
    if constexpr (kMost > 1) {
        if (tokens.count < kMost)
            return dotTileFor<V, Element, kMost - 1>(rows, tokens, count, begin, sums);
    }
    dotTile<V, Element, kMost>(rows, tokens, count, begin, sums);
}

/// Adds up the lanes of a group's sums; `rows` of them are meant.
template <class V> void storeSums(const V* sums, std::int64_t rows, float* output)
{
    if (rows >= kTileRows)
        return V::sums(sums, output);
    float all[kTileRows];
    V::sums(sums, all);
    for (std::int64_t r = 0; r < rows; ++r)
        output[r] = all[r];
}

} // namespace moru::kernels::simd
