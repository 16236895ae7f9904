#include "engine/kernels/scalar/kernels.h"

namespace moru::kernels::scalar {

std::int64_t integerPeak(std::int64_t rounds)
{
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t c = 0;
    std::uint32_t d = 0;
    std::uint32_t factor = 3;
    for (std::int64_t round = 0; round < rounds; ++round) {
        __asm__ volatile("" : "+r"(factor)); // else the loop would be one multiplication
        a += factor * 5;
        b += factor * 7;
        c += factor * 11;
        d += factor * 13;
        __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
    }
    return rounds * 4 * 2;
}

} // namespace moru::kernels::scalar
