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
    std::int64_t prefetchBytes; ///< How far ahead to ask for cache lines; 0: not at all.
};

/// sums[t][r], a vector of partial sums each, grows by activation t times row r over `count` elements.
/// Lane l takes the elements k ≡ l (mod lanes), in order: one chain a lane whatever the number of tokens, so
/// that an output's bits depend on its own row and token only.
template <class V, class Element, int kTokens>
void dotTile(RowGroup rows, const float* x, std::int64_t stride, std::int64_t count, V* sums)
{
    V acc[kTokens][kTileRows];
    for (int t = 0; t < kTokens; ++t) {
        for (int r = 0; r < kTileRows; ++r)
            acc[t][r] = sums[t * kTileRows + r];
    }
    const auto step = [&](std::int64_t k, auto... mask) __attribute__((always_inline)) {
        V w[kTileRows];
        for (int r = 0; r < kTileRows; ++r)
            w[r] = Element::load(rows.row[r] + k * Element::kBytes, mask...);
        for (int t = 0; t < kTokens; ++t) {
            const V activation = V::load(x + t * stride + k, mask...);
            for (int r = 0; r < kTileRows; ++r)
                acc[t][r] = V::multiplyAdd(activation, w[r], acc[t][r]);
        }
    };
    std::int64_t k = 0;
    if (rows.prefetchBytes != 0) {
        constexpr std::int64_t kPerLine = 64 / Element::kBytes;
        for (; k + kPerLine <= count; k += kPerLine) {
            for (int r = 0; r < kTileRows; ++r) {
                __builtin_prefetch(rows.row[r] + k * Element::kBytes + rows.prefetchBytes, 0, 2); // into L2
            }
            for (std::int64_t part = 0; part < kPerLine; part += V::kLanes)
                step(k + part);
        }
    }
    for (; k + V::kLanes <= count; k += V::kLanes)
        step(k);
    if (k < count)
        step(k, V::firstLanes(count - k));
    for (int t = 0; t < kTokens; ++t) {
        for (int r = 0; r < kTileRows; ++r)
            sums[t * kTileRows + r] = acc[t][r];
    }
}

/// dotTile for a number of tokens that is known when running: 1 … kMost.
template <class V, class Element, int kMost>
void dotTileFor(
    std::int64_t tokens, RowGroup rows, const float* x, std::int64_t stride, std::int64_t count, V* sums)
{
    if constexpr (kMost > 1) {
        if (tokens < kMost)
            return dotTileFor<V, Element, kMost - 1>(tokens, rows, x, stride, count, sums);
    }
    dotTile<V, Element, kMost>(rows, x, stride, count, sums);
}

} // namespace moru::kernels::simd
