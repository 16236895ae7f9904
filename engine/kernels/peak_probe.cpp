#include "engine/api/machine.h"

#include "engine/core/thread_pool.h"
#include "engine/kernels/dispatch.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include <time.h>

namespace moru {

namespace {

/// Of the calling thread's own processor time, as the read probe counts it.
double threadSeconds()
{
    timespec time {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

constexpr std::int64_t kRounds = 50'000; ///< A millisecond or less a pass.

} // namespace

double probeIntegerPeak(int threadCount, int milliseconds)
{
    using Clock = std::chrono::steady_clock;
    const auto isa = chosenIsa();
    const auto kernels = isa ? kernels::kernelsFor(*isa) : std::unexpected(isa.error());
    if (!kernels)
        return 0;
    ThreadPool pool(threadCount);
    std::vector<double> best(static_cast<std::size_t>(pool.threadCount()));
    const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
    pool.run([&](int worker) {
        do {
            const double begin = threadSeconds();
            const auto operations = static_cast<double>(kernels->integerPeak(kRounds));
            const double seconds = threadSeconds() - begin;
            double& mine = best[static_cast<std::size_t>(worker)];
            mine = seconds > 0 ? std::max(mine, operations / seconds) : mine;
        } while (Clock::now() < end);
    });
    double sum = 0;
    for (const double perThread : best)
        sum += perThread;
    return sum;
}

} // namespace moru
