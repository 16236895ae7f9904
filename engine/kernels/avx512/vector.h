#pragma once

#include <cstdint>

#include <immintrin.h>

namespace moru::kernels::avx512 {

/// Sixteen floats. Same members as avx2/vector.h; simd/ is written against them.
struct Vector {
    static constexpr int kLanes = 16;
    static constexpr int kDecodeStreams = 1; ///< Places that a single token's product reads at once.
    // Tiles of simd/matmul.h and simd/attention_tile.h: 6 × 4 accumulators, 4 operands and a broadcast are 29
    // of the 32 registers.
    static constexpr int kTileTokens = 6;
    static constexpr int kTileVectors = 4;
    // simd/gated_delta_rule.h says why.
    static constexpr int kDeltaTokens = 4;
    static constexpr int kDeltaVectors = 2;
    static constexpr int kDeltaVectorsOfOne = 8;

    __m512 value;

    /// The first `count` lanes, 0 … 16.
    struct Mask {
        __mmask16 bits;
    };
    static Mask firstLanes(std::int64_t count) { return { static_cast<__mmask16>((1U << count) - 1U) }; }

    static Vector zero() { return { _mm512_setzero_ps() }; }
    static Vector broadcast(float x) { return { _mm512_set1_ps(x) }; }
    static Vector laneNumbers()
    {
        return { _mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) };
    }

    // Loads and stores of any alignment. With a mask nothing outside of it is touched; other lanes are zero.
    static Vector load(const float* p) { return { _mm512_loadu_ps(p) }; }
    static Vector load(const float* p, Mask m) { return { _mm512_maskz_loadu_ps(m.bits, p) }; }
    void store(float* p) const { _mm512_storeu_ps(p, value); }
    void store(float* p, Mask m) const { _mm512_mask_storeu_ps(p, m.bits, value); }
    /// Lanes that hold integers −128 … 127, a byte each.
    void storeBytes(std::int8_t* p) const
    {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(value)));
    }

    /// Rounded to nearest, ties to even; NaN stays NaN.
    void storeBf16(void* p) const
    {
        const __m512i bits = _mm512_castps_si512(value);
        const __m512i odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
        const __m512i rounded = _mm512_add_epi32(bits, _mm512_add_epi32(odd, _mm512_set1_epi32(0x7FFF)));
        const __m512i quiet
            = _mm512_or_si512(bits, _mm512_set1_epi32(1 << 22)); // rounding could end in infinity
        const __m512i kept
            = _mm512_mask_blend_epi32(_mm512_cmp_ps_mask(value, value, _CMP_UNORD_Q), rounded, quiet);
        _mm256_storeu_si256(static_cast<__m256i*>(p), _mm512_cvtepi32_epi16(_mm512_srli_epi32(kept, 16)));
    }

    /// A byte each.
    static Vector loadInt8(const void* p)
    {
        return { _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128(static_cast<const __m128i*>(p)))) };
    }
    static Vector loadBf16(const void* p) { return bf16(_mm256_loadu_si256(static_cast<const __m256i*>(p))); }
    static Vector loadBf16(const void* p, Mask m) { return bf16(_mm256_maskz_loadu_epi16(m.bits, p)); }
    static Vector loadF16(const void* p)
    {
        return { _mm512_cvtph_ps(_mm256_loadu_si256(static_cast<const __m256i*>(p))) };
    }
    static Vector loadF16(const void* p, Mask m)
    {
        return { _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(m.bits, p)) };
    }

    friend Vector operator+(Vector a, Vector b) { return { _mm512_add_ps(a.value, b.value) }; }
    friend Vector operator-(Vector a, Vector b) { return { _mm512_sub_ps(a.value, b.value) }; }
    friend Vector operator*(Vector a, Vector b) { return { _mm512_mul_ps(a.value, b.value) }; }
    friend Vector operator/(Vector a, Vector b) { return { _mm512_div_ps(a.value, b.value) }; }
    /// a · b + c, rounded once.
    static Vector multiplyAdd(Vector a, Vector b, Vector c)
    {
        return { _mm512_fmadd_ps(a.value, b.value, c.value) };
    }
    // A NaN in the second argument comes through.
    static Vector largest(Vector a, Vector b) { return { _mm512_max_ps(a.value, b.value) }; }
    static Vector smallest(Vector a, Vector b) { return { _mm512_min_ps(a.value, b.value) }; }

    /// Of numbers without a sign; any infinity or NaN comes through: as integers, bits have the same order.
    static Vector largestMagnitude(Vector a, Vector b)
    {
        return { _mm512_castsi512_ps(
            _mm512_max_epi32(_mm512_castps_si512(a.value), _mm512_castps_si512(b.value))) };
    }

    static Vector absolute(Vector x) { return { _mm512_abs_ps(x.value) }; }
    /// Magnitude of the first, sign of the second.
    static Vector withSign(Vector magnitude, Vector sign)
    {
        constexpr int kSignFromThird = 0xD8; // bit by bit: third ? second : first
        return { _mm512_castsi512_ps(_mm512_ternarylogic_epi32(_mm512_castps_si512(magnitude.value),
            _mm512_castps_si512(sign.value), _mm512_set1_epi32(INT32_MIN), kSignFromThird)) };
    }
    /// Lanes of `yes` where a < b, of `no` elsewhere.
    static Vector whereLess(Vector a, Vector b, Vector yes, Vector no)
    {
        return { _mm512_mask_blend_ps(
            _mm512_cmp_ps_mask(a.value, b.value, _CMP_LT_OQ), no.value, yes.value) };
    }
    static Vector nearestInteger(Vector x)
    {
        return { _mm512_roundscale_ps(x.value, _MM_FROUND_TO_NEAREST_INT) };
    }
    /// x · 2ⁿ for an integer n, overflowing to infinity and underflowing to zero as a product would.
    static Vector timesPowerOfTwo(Vector x, Vector n) { return { _mm512_scalef_ps(x.value, n.value) }; }

    /// Lane i of the result is lane i XOR distance; a power of two.
    template <int kDistance> static Vector exchanged(Vector x)
    {
        if constexpr (kDistance == 8)
            return { _mm512_shuffle_f32x4(x.value, x.value, 0x4E) };
        else if constexpr (kDistance == 4)
            return { _mm512_shuffle_f32x4(x.value, x.value, 0xB1) };
        else
            return { _mm512_permute_ps(x.value, kDistance == 2 ? 0x4E : 0xB1) };
    }

    static float sum(Vector x) { return _mm_cvtss_f32(sumsOf4(x, x, x, x)); }
    static float maximum(Vector x) { return _mm512_reduce_max_ps(x.value); }
    /// The largestMagnitude of all lanes.
    static float magnitude(Vector x)
    {
        return __builtin_bit_cast(float, _mm512_reduce_max_epi32(_mm512_castps_si512(x.value)));
    }
    /// output[i] = sum of x[i] for four vectors; the order of the additions is that of `sum`.
    static void sums(const Vector* x, float* output)
    {
        _mm_storeu_ps(output, sumsOf4(x[0], x[1], x[2], x[3]));
    }

private:
    static Vector bf16(__m256i bits)
    {
        return { _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16)) };
    }
    static __m512 interleavedSum(__m512 a, __m512 b)
    {
        return _mm512_add_ps(_mm512_unpacklo_ps(a, b), _mm512_unpackhi_ps(a, b));
    }
    /// Merges while adding, so that four sums cost eight shuffles.
    static __m128 sumsOf4(Vector a, Vector b, Vector c, Vector d)
    {
        const __m512d ab = _mm512_castps_pd(interleavedSum(a.value, b.value));
        const __m512d cd = _mm512_castps_pd(interleavedSum(c.value, d.value));
        const __m512 abcd = _mm512_add_ps(
            _mm512_castpd_ps(_mm512_unpacklo_pd(ab, cd)), _mm512_castpd_ps(_mm512_unpackhi_pd(ab, cd)));
        const __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(abcd), _mm512_extractf32x8_ps(abcd, 1));
        return _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    }
};

} // namespace moru::kernels::avx512
