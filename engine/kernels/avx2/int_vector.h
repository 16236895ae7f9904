#pragma once

#include <cstdint>

#include <immintrin.h>

namespace moru::kernels::avx2 {

/// Eight 32-bit lanes, a row of a panel each. Same members as in the other folders; simd/ is written against
/// them.
struct IntVector {
    static constexpr int kLanes = 8;
    // 4 tokens, or 2 in two parts, × 16 rows: 8 accumulators, two halves of each weight and activation
    // vector.
    static constexpr int kTileAccumulators = 4;
    static constexpr int kPeakChains = 8; // what the registers hold beside the halves
    /// Vectors of rows at once for so many accumulators a vector.
    template <int kAccumulators> static constexpr int vectors() { return 2; }

    using Ints = __m256i;
    using Floats = __m256;

    // There is no product of four bytes here, and that of two (vpmaddubsw) saturates with weights up to 255.
    // So bytes 0, 2 and 1, 3 of each lane become 16-bit numbers, whose products are added in pairs.
    struct Bytes {
        __m256i even;
        __m256i odd;
    };
    struct Quad {
        __m256i even;
        __m256i odd;
    };

    static Ints zero() { return _mm256_setzero_si256(); }
    static Ints broadcast(std::int32_t x) { return _mm256_set1_epi32(x); }
    static Ints add(Ints a, Ints b) { return _mm256_add_epi32(a, b); }
    static Ints times256(Ints x) { return _mm256_slli_epi32(x, 8); }

    static Bytes loadBytes(const std::uint8_t* p)
    {
        const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
        return { _mm256_and_si256(bytes, _mm256_set1_epi16(255)), _mm256_srli_epi16(bytes, 8) };
    }
    static Bytes lowNibbles(Bytes x)
    {
        const __m256i mask = _mm256_set1_epi16(15);
        return { _mm256_and_si256(x.even, mask), _mm256_and_si256(x.odd, mask) };
    }
    static Bytes highNibbles(Bytes x)
    {
        return { _mm256_srli_epi16(x.even, 4), _mm256_srli_epi16(x.odd, 4) };
    }
    /// Makes the compiler believe that x may be others now.
    static void hide(Bytes& x) { __asm__("" : "+x"(x.even), "+x"(x.odd)); }
    /// Four activations for all lanes.
    static Quad broadcastQuad(const std::int8_t* p)
    {
        std::int32_t quad = 0;
        __builtin_memcpy(&quad, p, sizeof quad);
        const __m256i all = _mm256_set1_epi32(quad);
        return { _mm256_srai_epi16(_mm256_slli_epi16(all, 8), 8), _mm256_srai_epi16(all, 8) };
    }
    /// Each lane grows by its four unsigned bytes times the four signed ones.
    static Ints dot4(Ints sum, Bytes weights, Quad activations)
    {
        const __m256i even = _mm256_madd_epi16(weights.even, activations.even);
        const __m256i odd = _mm256_madd_epi16(weights.odd, activations.odd);
        return _mm256_add_epi32(sum, _mm256_add_epi32(even, odd));
    }

    static Floats toFloats(Ints x) { return _mm256_cvtepi32_ps(x); }
    static Floats broadcastFloat(float x) { return _mm256_set1_ps(x); }
    static Floats loadFloats(const void* p) { return _mm256_loadu_ps(static_cast<const float*>(p)); }
    static Floats loadBf16(const void* p)
    {
        const __m128i bits = _mm_loadu_si128(static_cast<const __m128i*>(p));
        return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16));
    }
    static Floats loadUnsigned(const std::uint8_t* p)
    {
        const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
        return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
    }
    static Floats multiply(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
    static Floats multiplyAdd(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
    static void store(float* p, Floats x) { _mm256_storeu_ps(p, x); }
};

} // namespace moru::kernels::avx2
