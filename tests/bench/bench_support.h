#pragma once

#include "engine/core/aligned_buffer.h"
#include "engine/core/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include <time.h>

namespace moru::bench {

/// Seconds of the calling thread's own processor time.
inline double threadSeconds()
{
    timespec time {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Seconds that the fastest of several runs of job(worker) took its slowest worker; goes on for about
/// `milliseconds`. Processor time, so that other programs on the machine do not count as long as they leave
/// the memory alone.
template <typename Job> double bestSeconds(ThreadPool& pool, int milliseconds, Job job)
{
    using Clock = std::chrono::steady_clock;
    double best = 1e30;
    const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
    std::vector<double> seconds(static_cast<std::size_t>(pool.threadCount()));
    do {
        pool.run([&](int worker) {
            const double begin = threadSeconds();
            job(worker);
            seconds[static_cast<std::size_t>(worker)] = threadSeconds() - begin;
        });
        best = std::min(best, *std::max_element(seconds.begin(), seconds.end()));
    } while (Clock::now() < end);
    return best;
}

/// Small numbers, different enough; never denormal.
inline AlignedBuffer randomFloats(std::int64_t count)
{
    auto buffer = AlignedBuffer::allocate(static_cast<std::size_t>(count) * 4, "a benchmark");
    if (!buffer)
        std::abort();
    std::uint32_t state = 1;
    for (float& value : buffer->as<float>()) {
        state = state * 1664525U + 1013904223U;
        value = static_cast<float>(static_cast<std::int32_t>(state)) * 0x1p-31F + 1e-3F;
    }
    return std::move(*buffer);
}

/// Worker's share of count things in units of `unit`.
inline std::pair<std::int64_t, std::int64_t> share(
    std::int64_t count, int worker, int workers, std::int64_t unit = 1)
{
    const std::int64_t units = (count + unit - 1) / unit;
    return { std::min(count, units * worker / workers * unit),
        std::min(count, units * (worker + 1) / workers * unit) };
}

} // namespace moru::bench
