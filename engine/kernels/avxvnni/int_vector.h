#pragma once

#include <cstdint>

#include <immintrin.h>

namespace moru::kernels::avxvnni {

/// Eight 32-bit lanes, a row of a panel each. Same members as in the other folders; simd/ is written against
/// them.
struct IntVector {
    static constexpr int kLanes = 8;
    static constexpr int kDecodeStreams = 1; ///< Panels that a single token's product reads at once.
    // 4 tokens, or 2 in two parts, × 16 rows: 8 accumulators + 4 weights (INT4) + 1 broadcast of 16
    // registers.
    static constexpr int kTileAccumulators = 4;
    static constexpr int kPeakChains = 12; // more than two units take until the first is done
    /// Vectors of rows at once for so many accumulators a vector.
    template <int kAccumulators> static constexpr int vectors() { return 2; }

    using Ints = __m256i;
    using Sums = Ints; ///< Of a block, before total.
    using Floats = __m256;
    using Bytes = __m256i;
    using Quad = __m256i;

    static Ints zero() { return _mm256_setzero_si256(); }
    static Ints broadcast(std::int32_t x) { return _mm256_set1_epi32(x); }
    static Ints add(Ints a, Ints b) { return _mm256_add_epi32(a, b); }
    static Ints total(Sums x) { return x; }
    static Ints total256(Sums x) { return _mm256_slli_epi32(x, 8); } ///< 256 times as much.

    static Bytes loadBytes(const std::uint8_t* p)
    {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    }
    static Bytes lowNibbles(Bytes x) { return _mm256_and_si256(x, _mm256_set1_epi8(15)); }
    static Bytes highNibbles(Bytes x)
    {
        return _mm256_and_si256(_mm256_srli_epi16(x, 4), _mm256_set1_epi8(15));
    }
    /// Makes the compiler believe that x may be others now.
    static void hide(Bytes& x) { __asm__("" : "+x"(x)); }
    static constexpr bool kSpreadsActivations = false;
    /// Four activations for all lanes.
    static Quad broadcastQuad(const std::int8_t* p)
    {
        std::int32_t quad = 0;
        __builtin_memcpy(&quad, p, sizeof quad);
        return _mm256_set1_epi32(quad);
    }
    /// Each lane grows by its four unsigned bytes times the four signed ones.
    static Ints dot4(Ints sum, Bytes weights, Quad activations)
    {
#if defined(__clang__)
        return _mm256_dpbusd_avx_epi32(sum, weights, activations);
#else
        // GCC 12 moves accumulators through the stack around its own intrinsic, as in avx512vnni/.
        __asm__("%{vex%} vpdpbusd %2, %1, %0" : "+x"(sum) : "x"(weights), "x"(activations));
        return sum;
#endif
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

} // namespace moru::kernels::avxvnni
