#pragma once

#include <cstdint>

#include <immintrin.h>

namespace moru::kernels::avx512vnni {

/// Sixteen 32-bit lanes, a row of a panel each. Same members as in the other folders; simd/ is written
/// against them.
struct IntVector {
    static constexpr int kLanes = 16;
    static constexpr int kDecodeStreams = 1; ///< Panels that a single token's product reads at once.
    // 6 tokens × 64 rows, or 3 tokens in two parts: 24 accumulators + 4 weights + 1 broadcast = 29 of 32
    // registers.
    static constexpr int kTileAccumulators = 6;
    static constexpr int kPeakChains = 24; // as many as a tile of a product has
    /// Vectors of rows at once for so many accumulators a vector.
    template <int kAccumulators> static constexpr int vectors() { return 4; }

    using Ints = __m512i;
    using Sums = Ints; ///< Of a block, before total.
    using Bytes = __m512i;
    using Quad = __m512i;
    using Floats = __m512;

    static Ints zero() { return _mm512_setzero_si512(); }
    static Ints broadcast(std::int32_t x) { return _mm512_set1_epi32(x); }
    static Ints add(Ints a, Ints b) { return _mm512_add_epi32(a, b); }
    static Ints times256(Ints x) { return _mm512_slli_epi32(x, 8); }
    static Ints total(Sums x) { return x; }
    static Ints total256(Sums x) { return times256(x); }

    static Bytes loadBytes(const std::uint8_t* p) { return _mm512_loadu_si512(p); }
    static Bytes lowNibbles(Bytes x) { return _mm512_and_si512(x, _mm512_set1_epi8(15)); }
    static Bytes highNibbles(Bytes x)
    {
        return _mm512_and_si512(_mm512_srli_epi16(x, 4), _mm512_set1_epi8(15));
    }
    /// Makes the compiler believe that x may be others now.
    static void hide(Bytes& x) { __asm__("" : "+v"(x)); }
    static constexpr bool kSpreadsActivations = false;
    /// Four activations for all lanes.
    static Quad broadcastQuad(const std::int8_t* p)
    {
        std::int32_t quad = 0;
        __builtin_memcpy(&quad, p, sizeof quad);
        return _mm512_set1_epi32(quad);
    }
    /// Each lane grows by its four unsigned bytes times the four signed ones.
    static Ints dot4(Ints sum, Bytes weights, Quad activations)
    {
#if defined(__clang__)
        return _mm512_dpbusd_epi32(sum, weights, activations);
#else
        // GCC 12 moves accumulators through the stack around its own intrinsic: half the speed (kernels.md).
        __asm__("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(weights), "v"(activations));
        return sum;
#endif
    }

    static Ints loadInts(const std::int32_t* p) { return _mm512_loadu_si512(p); }

    static Floats toFloats(Ints x) { return _mm512_cvtepi32_ps(x); }
    static Floats broadcastFloat(float x) { return _mm512_set1_ps(x); }
    static Floats loadFloats(const void* p) { return _mm512_loadu_ps(p); }
    static Floats loadBf16(const void* p)
    {
        const __m256i bits = _mm256_loadu_si256(static_cast<const __m256i*>(p));
        return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16));
    }
    static Floats loadUnsigned(const std::uint8_t* p)
    {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        return _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(bytes));
    }
    static Floats multiply(Floats a, Floats b) { return _mm512_mul_ps(a, b); }
    static Floats multiplyAdd(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
    static void store(float* p, Floats x) { _mm512_storeu_ps(p, x); }
};

} // namespace moru::kernels::avx512vnni
