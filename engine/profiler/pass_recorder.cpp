#include "engine/profiler/pass_recorder.h"

#include <algorithm>

namespace moru {

void PassRecorder::reserve(int workerCount, int stepCount)
{
    constexpr std::size_t kTicksPerCacheLine = 8;
    workerCount_ = workerCount;
    rowLength_ = (std::size_t(stepCount) / kTicksPerCacheLine + 2) * kTicksPerCacheLine;
    busy_.assign(std::size_t(workerCount) * rowLength_, 0);
    wall_.assign(std::size_t(stepCount), 0);
}

std::uint64_t PassRecorder::busiestTicks(int step) const
{
    std::uint64_t most = 0;
    for (int worker = 0; worker < workerCount_; ++worker)
        most = std::max(most, busy_[index(worker, step)]);
    return most;
}

} // namespace moru
