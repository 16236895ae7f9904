#pragma once

#include <cstdint>

#include <immintrin.h>

namespace moru::kernels::avx2 {

/// Eight 32-bit lanes, a row of a panel each. Same members as in the other folders; simd/ is written against
/// them.
struct IntVector {
    static constexpr int kLanes = 8;
    static constexpr int kDecodeStreams = 4; ///< Panels that a single token's product reads at once.
    // 4 tokens × 16 rows: 8 accumulators, two halves of each weight and activation vector.
    static constexpr int kTileAccumulators = 4;
    static constexpr int kPeakChains = 8; // what the registers hold beside the halves
    /// Vectors of rows at once for so many accumulators a vector. A single token's panel comes from memory,
    /// which is fastest read in order: whole rows of quads.
    template <int kAccumulators> static constexpr int vectors() { return kAccumulators == 1 ? 8 : 2; }

    using Ints = __m256i;
    using Sums = Ints; ///< Of a block, before total.
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
    static Ints total(Sums x) { return x; }

    static Bytes loadBytes(const std::uint8_t* p)
    {
        const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
        // The mask stays in memory: a tile has no register for it, and Clang would broadcast it at every
        // step, which made the loop a tenth slower.
        __m256i even;
        __asm__("vpand %1, %2, %0" : "=x"(even) : "m"(kEvenBytes), "x"(bytes));
        return { even, _mm256_srli_epi16(bytes, 8) };
    }
    /// Makes the compiler believe that x may be others now.
    static void hide(Bytes& x) { __asm__("" : "+x"(x.even), "+x"(x.odd)); }
    // Activations as 16-bit numbers, too, each quad's bytes 0, 2 before 1, 3: once a block instead of at each
    // quad for each of a panel's passes. High and low parts are one number then.
    static constexpr bool kSpreadsActivations = true;
    /// 32 activations, as 64 bytes.
    static void spread(const std::int8_t* high, std::int8_t* to)
    {
        const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(high));
        storeWords(_mm256_srai_epi16(_mm256_slli_epi16(bytes, 8), 8), _mm256_srai_epi16(bytes, 8), to);
    }
    static void spread(const std::int8_t* high, const std::int8_t* low, std::int8_t* to)
    {
        const __m256i highs = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(high));
        const __m256i lows = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(low));
        const __m256i even
            = _mm256_add_epi16(_mm256_slli_epi16(highs, 8), _mm256_srai_epi16(_mm256_slli_epi16(lows, 8), 8));
        // Shifted there and back: a mask would have no register left, which is what Clang makes of both in
        // one.
        __m256i oddHighs = _mm256_srli_epi16(highs, 8);
        __asm__("" : "+x"(oddHighs));
        const __m256i odd = _mm256_add_epi16(_mm256_slli_epi16(oddHighs, 8), _mm256_srai_epi16(lows, 8));
        storeWords(even, odd, to);
    }
    /// Four activations, spread, for all lanes.
    static Quad broadcastQuad(const std::int8_t* p) { return { broadcastWord(p), broadcastWord(p + 4) }; }
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

protected:
    alignas(32) static constexpr std::uint8_t kEvenBytes[32] = { 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255,
        0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0 };
    static void storeWords(__m256i even, __m256i odd, std::int8_t* to)
    {
        const __m256i first = _mm256_unpacklo_epi32(even, odd); // quads 0, 1 and 4, 5
        const __m256i second = _mm256_unpackhi_epi32(even, odd); // 2, 3 and 6, 7
        auto* out = reinterpret_cast<__m256i*>(to);
        _mm256_storeu_si256(out, _mm256_permute2x128_si256(first, second, 0x20));
        _mm256_storeu_si256(out + 1, _mm256_permute2x128_si256(first, second, 0x31));
    }
    static __m256i broadcastWord(const std::int8_t* p)
    {
        std::int32_t word = 0;
        __builtin_memcpy(&word, p, sizeof word);
        return _mm256_set1_epi32(word);
    }
};

} // namespace moru::kernels::avx2
