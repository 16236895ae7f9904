#pragma once

#include <cstdint>
#include <vector>

namespace moru {

/// Times of one forward pass: how long each step of the program took on the wall, and each worker inside it.
/// Reserved once; a pass writes into it without locks, every worker into its own row.
class PassRecorder {
public:
    void reserve(int workerCount, int stepCount);

    /// A pass by the first `workerCount` workers begins.
    void beginPass(int workerCount) { workerCount_ = workerCount; }
    void recordBusy(int worker, int step, std::uint64_t ticks) { busy_[index(worker, step)] = ticks; }
    void recordWall(int step, std::uint64_t ticks) { wall_[std::size_t(step)] = ticks; }

    [[nodiscard]] std::uint64_t wallTicks(int step) const { return wall_[std::size_t(step)]; }
    [[nodiscard]] std::uint64_t busyTicks(int worker, int step) const { return busy_[index(worker, step)]; }
    /// The worker that had the most to do in the steps [begin, end): what the others waited for.
    [[nodiscard]] int busiestWorker(int begin, int end) const;

private:
    [[nodiscard]] std::size_t index(int worker, int step) const
    {
        return std::size_t(worker) * rowLength_ + std::size_t(step);
    }

    int workerCount_ = 0;
    std::size_t rowLength_ = 0; ///< Steps, rounded up so that workers share no cache line.
    std::vector<std::uint64_t> busy_;
    std::vector<std::uint64_t> wall_;
};

} // namespace moru
