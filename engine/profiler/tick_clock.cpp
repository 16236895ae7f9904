#include "engine/profiler/tick_clock.h"

#include <chrono>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace moru {

namespace {

std::uint64_t steadyNs()
{
    return std::uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::steady_clock::now().time_since_epoch())
            .count());
}

} // namespace

#if defined(__x86_64__)

std::uint64_t readTicks()
{
    return __rdtsc();
}

namespace {

double measureNanosecondsPerTick()
{
    constexpr std::uint64_t kMeasureNs = 5'000'000; // long enough for 1e-4 of precision
    const std::uint64_t startNs = steadyNs();
    const std::uint64_t startTicks = readTicks();
    std::uint64_t endNs = startNs;
    while (endNs - startNs < kMeasureNs)
        endNs = steadyNs();
    return double(endNs - startNs) / double(readTicks() - startTicks);
}

} // namespace

double nanosecondsPerTick()
{
    static const double value = measureNanosecondsPerTick();
    return value;
}

#else

std::uint64_t readTicks()
{
    return steadyNs();
}

double nanosecondsPerTick()
{
    return 1.0;
}

#endif

} // namespace moru
