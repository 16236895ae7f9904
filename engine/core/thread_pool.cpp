#include "engine/core/thread_pool.h"

#include "engine/core/gate.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <system_error>
#include <thread>
#include <vector>

namespace moru {

namespace {

using Clock = std::chrono::steady_clock;

// Longer than a barrier between balanced workers takes, shorter than what a scheduler's time slice costs.
constexpr std::chrono::microseconds kSpinTime { 40 };

/// One of the pool's own threads. Counts the jobs that it was given.
struct Worker {
    Gate jobs;
    std::thread thread;
};

} // namespace

struct ThreadPool::State {
    Gate phase;
    alignas(64) std::atomic<std::uint32_t> arrived { 0 }; // not where those look who wait for the phase
    alignas(64) const std::function<void(int)>* job = nullptr; // null tells the workers to end
    std::uint32_t workerCount = 1; // of the running job
    Clock::duration spinTime {};
    std::vector<std::unique_ptr<Worker>> workers; // from worker 1 on

    /// Sense-reversing: the phase that a worker saw on arrival is its sense, and the last one to arrive
    /// reverses it for all. The counter is reset before the phase changes, so the next barrier may begin at
    /// once.
    std::int64_t meet()
    {
        const std::uint32_t expected
            = workerCount; // read first: once all have arrived, a new job may change it
        if (expected == 1)
            return 0;
        const std::uint32_t seen = phase.value();
        if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == expected) {
            arrived.store(0, std::memory_order_relaxed);
            phase.change(seen + 1);
            return 0;
        }
        const auto begin = Clock::now();
        phase.waitWhile(seen, spinTime);
        return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
    }

    void work(int worker, Gate& jobs)
    {
        for (std::uint32_t seen = 0;;
            ++seen) { // a new job starts only when all have met at the end of the last one
            jobs.waitWhile(seen, spinTime);
            if (job == nullptr)
                return;
            (*job)(worker);
            meet();
        }
    }

    /// Wakes the workers that take part.
    void start(std::uint32_t count, const std::function<void(int)>* next)
    {
        workerCount = count;
        job = next;
        for (std::size_t i = 0; i + 1 < count; ++i)
            workers[i]->jobs.change(workers[i]->jobs.value() + 1);
    }
};

ThreadPool::ThreadPool(int threadCount)
    : state_(std::make_unique<State>())
{
    State& state = *state_;
    // More workers than cores: whoever spins keeps another from working, so all sleep at once.
    state.spinTime
        = threadCount <= allowedThreadCount() ? Clock::duration(kSpinTime) : Clock::duration::zero();
    try {
        for (int worker = 1; worker < threadCount; ++worker) {
            auto made = std::make_unique<Worker>();
            made->thread = std::thread([&state, worker, &jobs = made->jobs] { state.work(worker, jobs); });
            state.workers.push_back(std::move(made));
        }
    } catch (const std::system_error&) {
        // The system gives no more threads: the pool works with those it has.
    }
}

ThreadPool::~ThreadPool()
{
    state_->start(std::uint32_t(threadCount()), nullptr);
    for (const auto& worker : state_->workers)
        worker->thread.join();
}

int ThreadPool::threadCount() const
{
    return int(state_->workers.size()) + 1;
}

void ThreadPool::run(int workerCount, const std::function<void(int worker)>& job)
{
    assert(workerCount >= 1 && workerCount <= threadCount());
    state_->start(std::uint32_t(workerCount), &job);
    job(0);
    state_->meet();
}

std::int64_t ThreadPool::barrier(int /*worker*/)
{
    return state_->meet();
}

} // namespace moru
