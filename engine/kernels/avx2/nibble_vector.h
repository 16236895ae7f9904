#pragma once

#include "engine/kernels/avx2/int_vector.h"

namespace moru::kernels::avx2 {

/// IntVector for weights of 4 bits, whose products with bytes fit into 16 bits, and so does the sum of the 16
/// that a half of a lane gets from a group of 32: 15 · 128 · 16 < 2¹⁵. That is twice as fast.
struct NibbleVector : IntVector {
    // A single token's two parts × 32 rows, 2 tokens in two parts or 4 × 16 rows: 8 accumulators each.
    template <int kAccumulators> static constexpr int vectors() { return kAccumulators > 2 ? 2 : 4; }

    using Sums = __m256i; ///< Two halves a lane.
    using Bytes = __m256i;
    using Quad = __m256i;

    static Ints total(Sums x) { return _mm256_madd_epi16(x, _mm256_set1_epi16(1)); }
    static Ints total256(Sums x) { return _mm256_madd_epi16(x, _mm256_set1_epi16(256)); }
    static Bytes loadBytes(const std::uint8_t* p)
    {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    }
    static Bytes lowNibbles(Bytes x) { return _mm256_and_si256(x, _mm256_set1_epi8(15)); }
    static Bytes highNibbles(Bytes x)
    {
        return _mm256_and_si256(_mm256_srli_epi16(x, 4), _mm256_set1_epi8(15));
    }
    static constexpr bool kSpreadsActivations = false;
    static Quad broadcastQuad(const std::int8_t* p) { return broadcastWord(p); }
    static Sums dot4(Sums sum, Bytes weights, Quad activations)
    {
        return _mm256_add_epi16(sum, _mm256_maddubs_epi16(weights, activations));
    }
};

} // namespace moru::kernels::avx2
