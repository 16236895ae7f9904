#include "tests/bench/fma_probe.h"

#include "engine/core/cpu_features.h"

#include <algorithm>
#include <chrono>

#include <immintrin.h>

namespace moru::bench {

namespace {

constexpr int kChains = 12; // more than latency times units
constexpr int kRounds = 200'000;

// The empty asm keeps the compiler from computing the loop's result beforehand.
__attribute__((target("avx512f"))) double operations512()
{
    __m512 x[kChains];
    for (auto& v : x)
        v = _mm512_set1_ps(1.0F);
    for (int i = 0; i < kRounds; ++i) {
        for (auto& v : x) {
            v = _mm512_fmadd_ps(v, v, v);
            __asm__ volatile("" : "+v"(v));
        }
    }
    _mm256_zeroupper(); // the compiler does not see that asm leaves the upper halves in use
    return 2.0 * 16 * kChains * kRounds;
}

__attribute__((target("avx2,fma"))) double operations256()
{
    __m256 x[kChains];
    for (auto& v : x)
        v = _mm256_set1_ps(1.0F);
    for (int i = 0; i < kRounds; ++i) {
        for (auto& v : x) {
            v = _mm256_fmadd_ps(v, v, v);
            __asm__ volatile("" : "+x"(v));
        }
    }
    _mm256_zeroupper();
    return 2.0 * 8 * kChains * kRounds;
}

} // namespace

double probeFmaPeak()
{
    double best = 0;
    for (int attempt = 0; attempt < 20; ++attempt) {
        const auto begin = std::chrono::steady_clock::now();
        double operations = 0;
        if (cpuFeatures().avx512)
            operations = operations512();
        else if (cpuFeatures().avx2)
            operations = operations256();
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        best = std::max(best, operations / time.count());
    }
    return best;
}

} // namespace moru::bench
