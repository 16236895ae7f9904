#include "engine/core/work_queue.h"

namespace moru {

namespace {

constexpr std::uint64_t kOneFromFront = std::uint64_t { 1 } << 32;

std::uint64_t boundsOf(std::int64_t begin, std::int64_t end)
{
    return std::uint64_t(begin) << 32 | std::uint64_t(end);
}
std::int64_t beginOf(std::uint64_t bounds)
{
    return std::int64_t(bounds >> 32);
}
std::int64_t endOf(std::uint64_t bounds)
{
    return std::int64_t(bounds & 0xffffffffU);
}

} // namespace

// Relaxed throughout: pieces are numbers only. What they work on is ordered by the barriers before and after.

void WorkQueue::give(int worker, std::int64_t begin, std::int64_t end)
{
    runs_[std::size_t(worker)].bounds.store(boundsOf(begin, end), std::memory_order_relaxed);
}

std::int64_t WorkQueue::take(int worker, int workerCount)
{
    std::atomic<std::uint64_t>& own = runs_[std::size_t(worker)].bounds;
    std::uint64_t bounds = own.load(std::memory_order_relaxed);
    while (beginOf(bounds) < endOf(bounds)) {
        if (own.compare_exchange_weak(bounds, bounds + kOneFromFront, std::memory_order_relaxed))
            return beginOf(bounds);
    }
    // Doubling distances reach everyone's work in few looks, however large the team.
    for (int distance = 1; distance < workerCount; distance *= 2) {
        std::atomic<std::uint64_t>& other = runs_[std::size_t((worker + distance) % workerCount)].bounds;
        bounds = other.load(std::memory_order_relaxed);
        while (beginOf(bounds) < endOf(bounds)) {
            if (other.compare_exchange_weak(bounds, bounds - 1, std::memory_order_relaxed))
                return endOf(bounds) - 1;
        }
    }
    return -1;
}

} // namespace moru
