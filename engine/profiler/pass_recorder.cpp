#include "engine/profiler/pass_recorder.h"

namespace moru {

void PassRecorder::reserve(int workerCount, int stepCount)
{
    constexpr std::size_t kTicksPerCacheLine = 8;
    workerCount_ = workerCount;
    rowLength_ = (std::size_t(stepCount) / kTicksPerCacheLine + 2) * kTicksPerCacheLine;
    busy_.assign(std::size_t(workerCount) * rowLength_, 0);
    wall_.assign(std::size_t(stepCount), 0);
}

int PassRecorder::busiestWorker(int begin, int end) const
{
    int busiest = 0;
    std::uint64_t most = 0;
    for (int worker = 0; worker < workerCount_; ++worker) {
        std::uint64_t sum = 0;
        for (int step = begin; step < end; ++step)
            sum += busy_[index(worker, step)];
        if (sum > most) {
            most = sum;
            busiest = worker;
        }
    }
    return busiest;
}

} // namespace moru
