#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace moru {

/// Numbered pieces of work for a team. Each worker begins with a run of its own, from the front, because what
/// follows in memory is fetched ahead; who has finished takes from the back of another's run. So a worker
/// that the system interrupts, or whose core is slower, does not make the others wait.
///
/// A run holds less than 2^32 pieces.
class WorkQueue {
public:
    explicit WorkQueue(int mostWorkers)
        : runs_(std::size_t(mostWorkers))
    {
    }

    /// Gives `worker` the pieces [begin, end). By the worker itself, when all work of the last use is taken.
    void give(int worker, std::int64_t begin, std::int64_t end);

    /// Takes a piece; −1 when none was found. All pieces that were given are taken once. A worker that has
    /// not come yet brings its run later and does it itself.
    [[nodiscard]] std::int64_t take(int worker, int workerCount);

private:
    struct alignas(64) Run {
        std::atomic<std::uint64_t> bounds { 0 }; ///< begin · 2^32 + end
    };
    std::vector<Run> runs_;
};

} // namespace moru
