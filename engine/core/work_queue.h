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

    /// Pieces [begin, end).
    struct Pieces {
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };

    /// How many pieces a worker takes at once: a quarter of what is left of its own run, so that the end
    /// stays level, at most `most`, in multiples of `multiple`; of other runs one.
    struct Grain {
        std::int64_t multiple = 1;
        std::int64_t most = 1;
    };

    /// Takes some pieces; none when none were found. All pieces that were given are taken once. A worker that
    /// has not come yet brings its run later and does it itself.
    [[nodiscard]] Pieces take(int worker, int workerCount, Grain grain);

private:
    struct alignas(64) Run {
        std::atomic<std::uint64_t> bounds { 0 }; ///< begin · 2^32 + end
    };
    std::vector<Run> runs_;
};

} // namespace moru
