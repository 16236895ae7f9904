#pragma once

#include <cstdint>

#include <immintrin.h>

namespace moru::kernels::avx2 {

/// Eight floats. Same members as avx512/vector.h; simd/ is written against them.
struct Vector {
    static constexpr int kLanes = 8;
    static constexpr int kDecodeStreams = 4; ///< Places that a single token's product reads at once.
    // Tiles of simd/matmul.h and simd/attention_tile.h: twelve accumulators, three operands and a broadcast
    // fill the 16 registers.
    static constexpr int kTileTokens = 3;
    static constexpr int kTileVectors = 2;
    // simd/gated_delta_rule.h says why.
    static constexpr int kDeltaTokens = 4;
    static constexpr int kDeltaVectors = 1;
    static constexpr int kDeltaVectorsOfOne = 4;

    __m256 value;

    /// The first `count` lanes, 0 … 8.
    struct Mask {
        __m256i bits;
        std::int64_t count;
    };
    static Mask firstLanes(std::int64_t count)
    {
        const __m256i numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        return { _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)), numbers), count };
    }

    static Vector zero() { return { _mm256_setzero_ps() }; }
    static Vector broadcast(float x) { return { _mm256_set1_ps(x) }; }
    static Vector laneNumbers() { return { _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7) }; }

    // Loads and stores of any alignment. With a mask nothing outside of it is touched; other lanes are zero.
    static Vector load(const float* p) { return { _mm256_loadu_ps(p) }; }
    static Vector load(const float* p, Mask m) { return { _mm256_maskload_ps(p, m.bits) }; }
    void store(float* p) const { _mm256_storeu_ps(p, value); }
    void store(float* p, Mask m) const { _mm256_maskstore_ps(p, m.bits, value); }
    /// Lanes that hold integers −128 … 127, a byte each.
    void storeBytes(std::int8_t* p) const
    {
        const __m256i whole = _mm256_cvtps_epi32(value);
        const __m128i words
            = _mm_packs_epi32(_mm256_castsi256_si128(whole), _mm256_extracti128_si256(whole, 1));
        _mm_storel_epi64(reinterpret_cast<__m128i*>(p), _mm_packs_epi16(words, words));
    }

    /// Rounded to nearest, ties to even; NaN stays NaN.
    void storeBf16(void* p) const
    {
        const __m256i bits = _mm256_castps_si256(value);
        const __m256i odd = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
        const __m256i rounded = _mm256_add_epi32(bits, _mm256_add_epi32(odd, _mm256_set1_epi32(0x7FFF)));
        const __m256i quiet
            = _mm256_or_si256(bits, _mm256_set1_epi32(1 << 22)); // rounding could end in infinity
        const __m256i kept = _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(rounded),
            _mm256_castsi256_ps(quiet), _mm256_cmp_ps(value, value, _CMP_UNORD_Q)));
        const __m256i words = _mm256_srli_epi32(kept, 16);
        _mm_storeu_si128(static_cast<__m128i*>(p),
            _mm_packus_epi32(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1)));
    }

    /// A byte each.
    static Vector loadInt8(const void* p)
    {
        return { _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64(static_cast<const __m128i*>(p)))) };
    }
    static Vector loadBf16(const void* p) { return bf16(_mm_loadu_si128(static_cast<const __m128i*>(p))); }
    static Vector loadBf16(const void* p, Mask m) { return bf16(firstHalfWords(p, m)); }
    static Vector loadF16(const void* p)
    {
        return { _mm256_cvtph_ps(_mm_loadu_si128(static_cast<const __m128i*>(p))) };
    }
    static Vector loadF16(const void* p, Mask m) { return { _mm256_cvtph_ps(firstHalfWords(p, m)) }; }

    friend Vector operator+(Vector a, Vector b) { return { _mm256_add_ps(a.value, b.value) }; }
    friend Vector operator-(Vector a, Vector b) { return { _mm256_sub_ps(a.value, b.value) }; }
    friend Vector operator*(Vector a, Vector b) { return { _mm256_mul_ps(a.value, b.value) }; }
    friend Vector operator/(Vector a, Vector b) { return { _mm256_div_ps(a.value, b.value) }; }
    /// a · b + c, rounded once.
    static Vector multiplyAdd(Vector a, Vector b, Vector c)
    {
        return { _mm256_fmadd_ps(a.value, b.value, c.value) };
    }
    // A NaN in the second argument comes through.
    static Vector largest(Vector a, Vector b) { return { _mm256_max_ps(a.value, b.value) }; }
    static Vector smallest(Vector a, Vector b) { return { _mm256_min_ps(a.value, b.value) }; }

    /// Of numbers without a sign; any infinity or NaN comes through: as integers, bits have the same order.
    static Vector largestMagnitude(Vector a, Vector b)
    {
        return { _mm256_castsi256_ps(
            _mm256_max_epi32(_mm256_castps_si256(a.value), _mm256_castps_si256(b.value))) };
    }

    static Vector absolute(Vector x) { return { _mm256_andnot_ps(_mm256_set1_ps(-0.0F), x.value) }; }
    /// Magnitude of the first, sign of the second.
    static Vector withSign(Vector magnitude, Vector sign)
    {
        const __m256 signBit = _mm256_set1_ps(-0.0F);
        return { _mm256_or_ps(
            _mm256_andnot_ps(signBit, magnitude.value), _mm256_and_ps(signBit, sign.value)) };
    }
    /// Lanes of `yes` where a < b, of `no` elsewhere.
    static Vector whereLess(Vector a, Vector b, Vector yes, Vector no)
    {
        return { _mm256_blendv_ps(no.value, yes.value, _mm256_cmp_ps(a.value, b.value, _CMP_LT_OQ)) };
    }
    static Vector nearestInteger(Vector x)
    {
        return { _mm256_round_ps(x.value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC) };
    }
    /// x · 2ⁿ for an integer n, |n| < 250, overflowing to infinity and underflowing to zero as a product
    /// would: in two steps, because 2ⁿ itself may not be a normal number.
    static Vector timesPowerOfTwo(Vector x, Vector n)
    {
        const __m256i whole = _mm256_cvtps_epi32(n.value);
        const __m256i first = _mm256_srai_epi32(whole, 1);
        return x * powerOfTwo(first) * powerOfTwo(_mm256_sub_epi32(whole, first));
    }

    /// Lane i of the result is lane i XOR distance; a power of two.
    template <int kDistance> static Vector exchanged(Vector x)
    {
        if constexpr (kDistance == 4)
            return { _mm256_permute2f128_ps(x.value, x.value, 1) };
        else
            return { _mm256_permute_ps(x.value, kDistance == 2 ? 0x4E : 0xB1) };
    }

    static float sum(Vector x) { return _mm_cvtss_f32(sumsOf4(x, x, x, x)); }
    static float maximum(Vector x)
    {
        __m128 four = _mm_max_ps(_mm256_castps256_ps128(x.value), _mm256_extractf128_ps(x.value, 1));
        four = _mm_max_ps(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(_mm_max_ss(four, _mm_movehdup_ps(four)));
    }
    /// The largestMagnitude of all lanes.
    static float magnitude(Vector x)
    {
        const __m256i all = _mm256_castps_si256(x.value);
        __m128i four = _mm_max_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
        four = _mm_max_epi32(four, _mm_shuffle_epi32(four, 0x4E));
        four = _mm_max_epi32(four, _mm_shuffle_epi32(four, 0xB1));
        return __builtin_bit_cast(float, _mm_cvtsi128_si32(four));
    }
    /// output[i] = sum of x[i] for four vectors; the order of the additions is that of `sum`.
    static void sums(const Vector* x, float* output)
    {
        _mm_storeu_ps(output, sumsOf4(x[0], x[1], x[2], x[3]));
    }

private:
    static Vector bf16(__m128i bits)
    {
        return { _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16)) };
    }
    static Vector powerOfTwo(__m256i exponent)
    {
        return { _mm256_castsi256_ps(
            _mm256_slli_epi32(_mm256_add_epi32(exponent, _mm256_set1_epi32(127)), 23)) };
    }
    static __m128i firstHalfWords(const void* p, Mask m)
    {
        alignas(16) std::uint16_t words[8] = {};
        for (std::int64_t i = 0; i < m.count; ++i)
            __builtin_memcpy(words + i, static_cast<const char*>(p) + 2 * i, 2);
        return _mm_load_si128(reinterpret_cast<const __m128i*>(words));
    }
    static __m128 sumsOf4(Vector a, Vector b, Vector c, Vector d)
    {
        const __m256 abcd
            = _mm256_hadd_ps(_mm256_hadd_ps(a.value, b.value), _mm256_hadd_ps(c.value, d.value));
        return _mm_add_ps(_mm256_castps256_ps128(abcd), _mm256_extractf128_ps(abcd, 1));
    }
};

} // namespace moru::kernels::avx2
