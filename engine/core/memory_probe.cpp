#include "engine/api/machine.h"

#include "engine/core/aligned_buffer.h"
#include "engine/core/cpu_features.h"
#include "engine/core/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <vector>

#include <time.h>
#include <unistd.h>

namespace moru {

namespace {

using Clock = std::chrono::steady_clock;
using Vector
    = std::uint64_t __attribute__((vector_size(64))); // as many registers as the build's flags make of it

constexpr std::size_t kLeastBytes = std::size_t { 256 } << 20U;
constexpr std::size_t kMostBytes = std::size_t { 1 } << 30U;

/// Twice the last cache, so that a pass finds nothing of the pass before; never a large part of what is free.
std::size_t probeBytes()
{
    const long lastCache = std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), 0L);
    std::size_t bytes = std::clamp(2 * static_cast<std::size_t>(lastCache), kLeastBytes, kMostBytes);
    if (const auto machine = describeMachine(); machine && machine->availableMemoryBytes > 0)
        bytes = std::min(bytes, static_cast<std::size_t>(machine->availableMemoryBytes / 4));
    return bytes;
}

[[gnu::always_inline]] inline std::uint64_t sumOf(const Vector* begin, std::size_t count)
{
    // Four variables, not an array: GCC would keep that in memory, and the loop would wait for its own
    // stores.
    Vector a {};
    Vector b {};
    Vector c {};
    Vector d {};
    for (std::size_t i = 0; i + 4 <= count; i += 4) {
        a += begin[i];
        b += begin[i + 1];
        c += begin[i + 2];
        d += begin[i + 3];
    }
    const Vector sum = a + b + c + d;
    return sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
}

std::uint64_t readAll(const Vector* begin, std::size_t count)
{
    return sumOf(begin, count);
}

#if defined(__x86_64__)
// Loads of a whole cache line get 1.4 times as much from memory as those of a quarter (measured on a Xeon of
// 2023).
__attribute__((target("avx512f"))) std::uint64_t readAllAvx512(const Vector* begin, std::size_t count)
{
    return sumOf(begin, count);
}
__attribute__((target("avx2"))) std::uint64_t readAllAvx2(const Vector* begin, std::size_t count)
{
    return sumOf(begin, count);
}
#endif

/// Of the calling thread's own processor time: other programs on the machine do not count as long as they
/// leave the memory alone.
double threadSeconds()
{
    timespec time {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

using Read = std::uint64_t (*)(const Vector*, std::size_t);

Read widestRead()
{
#if defined(__x86_64__)
    if (cpuFeatures().avx512)
        return readAllAvx512;
    if (cpuFeatures().avx2)
        return readAllAvx2;
#endif
    return readAll;
}

} // namespace

double probeReadBandwidth(int threadCount, int milliseconds)
{
    const auto buffer = AlignedBuffer::allocate(probeBytes(), "the memory probe");
    if (!buffer || buffer->sizeBytes() == 0)
        return 0;
    ThreadPool pool(threadCount);
    const std::size_t share
        = buffer->sizeBytes() / sizeof(Vector) / static_cast<std::size_t>(pool.threadCount());
    // Untouched pages are all one page of zeros, which the caches hold: each must be written once.
    pool.run([&](int worker) {
        std::memset(buffer->data() + static_cast<std::size_t>(worker) * share * sizeof(Vector), 1 + worker,
            share * sizeof(Vector));
    });

    const Read read = widestRead();
    std::atomic<std::uint64_t> kept { 0 }; // the sums are used, so that the loads must happen
    std::vector<double> seconds(static_cast<std::size_t>(pool.threadCount()));
    double bestSeconds = 0;
    const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
    do {
        pool.run([&](int worker) {
            const double begin = threadSeconds();
            kept += read(buffer->as<Vector>().data() + static_cast<std::size_t>(worker) * share, share);
            seconds[static_cast<std::size_t>(worker)] = threadSeconds() - begin;
        });
        const double slowest = *std::max_element(seconds.begin(), seconds.end());
        bestSeconds = bestSeconds == 0 ? slowest : std::min(bestSeconds, slowest);
    } while (Clock::now() < end);
    const auto bytes
        = static_cast<double>(share * sizeof(Vector) * static_cast<std::size_t>(pool.threadCount()));
    return bestSeconds > 0 ? bytes / bestSeconds : 0;
}

} // namespace moru
