#pragma once

#include <cstdint>

namespace moru::kernels::simd {

/// Dot products of four bytes a lane with nothing read from memory. The chains are variables, not an array
/// that the compiler might keep in memory; the asm keeps it from computing the loop's result beforehand.
template <class I> [[gnu::noinline]] std::int64_t integerPeak(std::int64_t rounds)
{
    constexpr std::uint8_t kBytes[64] = { 1 };
    constexpr std::int8_t kQuad[4] = { 1 };
    const typename I::Bytes weights = I::loadBytes(kBytes);
    const typename I::Quad activations = I::broadcastQuad(kQuad);
    typename I::Ints chain[I::kPeakChains];
#pragma GCC unroll 32
    for (int i = 0; i < I::kPeakChains; ++i)
        chain[i] = I::zero();
    for (std::int64_t round = 0; round < rounds; ++round) {
#pragma GCC unroll 32
        for (int i = 0; i < I::kPeakChains; ++i) {
            chain[i] = I::dot4(chain[i], weights, activations);
            __asm__ volatile("" : "+v"(chain[i]));
        }
    }
    return rounds * I::kPeakChains * I::kLanes * 4 * 2;
}

} // namespace moru::kernels::simd
