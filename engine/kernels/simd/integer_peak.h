#pragma once

#include <cstdint>

namespace moru::kernels::simd {

/// Dot products of four bytes a lane with nothing read from memory. The chains are variables, not an array
/// that the compiler might keep in memory; the asm keeps it from computing the loop's result beforehand, and
/// I::hide from multiplying once for all chains where a dot product is more than one instruction.
template <class I> [[gnu::noinline]] std::int64_t integerPeak(std::int64_t rounds)
{
    static constexpr std::uint8_t kBytes[64] = { 1 };
    static constexpr std::int8_t kQuad[8] = { 1 };
    const std::uint8_t* bytes = kBytes;
    const std::int8_t* quad = kQuad;
    __asm__("" : "+r"(bytes), "+r"(quad)); // a product with a constant may be none
    typename I::Bytes weights = I::loadBytes(bytes);
    const typename I::Quad activations = I::broadcastQuad(quad);
    typename I::Ints chain[I::kPeakChains];
#pragma GCC unroll 32
    for (int i = 0; i < I::kPeakChains; ++i)
        chain[i] = I::zero();
    for (std::int64_t round = 0; round < rounds; ++round) {
#pragma GCC unroll 32
        for (int i = 0; i < I::kPeakChains; ++i) {
            I::hide(weights);
            chain[i] = I::dot4(chain[i], weights, activations);
            __asm__ volatile("" : "+v"(chain[i]));
        }
    }
    return rounds * I::kPeakChains * I::kLanes * 4 * 2;
}

} // namespace moru::kernels::simd
