#include "engine/core/work_queue.h"

#include <algorithm>

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

std::int64_t countOf(std::int64_t left, WorkQueue::Grain grain)
{
    const std::int64_t count = std::min(left / 4, grain.most) / grain.multiple * grain.multiple;
    if (count > 0)
        return count;
    return left >= 2 * grain.multiple ? grain.multiple : 1;
}

} // namespace

// Relaxed throughout: pieces are numbers only. What they work on is ordered by the barriers before and after.

void WorkQueue::give(int worker, std::int64_t begin, std::int64_t end)
{
    runs_[std::size_t(worker)].bounds.store(boundsOf(begin, end), std::memory_order_relaxed);
}

WorkQueue::Pieces WorkQueue::take(int worker, int workerCount, Grain grain)
{
    std::atomic<std::uint64_t>& own = runs_[std::size_t(worker)].bounds;
    std::uint64_t bounds = own.load(std::memory_order_relaxed);
    while (beginOf(bounds) < endOf(bounds)) {
        const std::int64_t count = countOf(endOf(bounds) - beginOf(bounds), grain);
        if (own.compare_exchange_weak(
                bounds, bounds + std::uint64_t(count) * kOneFromFront, std::memory_order_relaxed))
            return { beginOf(bounds), beginOf(bounds) + count };
    }
    // Doubling distances reach everyone's work in few looks, however large the team.
    for (int distance = 1; distance < workerCount; distance *= 2) {
        std::atomic<std::uint64_t>& other = runs_[std::size_t((worker + distance) % workerCount)].bounds;
        bounds = other.load(std::memory_order_relaxed);
        while (beginOf(bounds) < endOf(bounds)) {
            if (other.compare_exchange_weak(bounds, bounds - 1, std::memory_order_relaxed))
                return { endOf(bounds) - 1, endOf(bounds) };
        }
    }
    return {};
}

} // namespace moru
