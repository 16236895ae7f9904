#include "engine/core/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <system_error>
#include <thread>
#include <vector>

namespace moru {

namespace {

using Clock = std::chrono::steady_clock;

// Longer than a barrier between balanced workers takes, shorter than what a scheduler's time slice costs.
constexpr std::chrono::microseconds kSpinTime { 40 };
constexpr int kPausesPerLook = 8; // between two looks at the clock, which costs about 25 ns

void pause()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

/// Waits until `word` is no longer `old`: spins for `spinTime`, then sleeps in the kernel.
void waitWhile(const std::atomic<std::uint32_t>& word, std::uint32_t old, Clock::duration spinTime)
{
    if (spinTime > Clock::duration::zero()) {
        const auto end = Clock::now() + spinTime;
        do {
            for (int i = 0; i < kPausesPerLook; ++i) {
                if (word.load(std::memory_order_acquire) != old)
                    return;
                pause();
            }
        } while (Clock::now() < end);
    }
    while (word.load(std::memory_order_acquire) == old)
        word.wait(old, std::memory_order_acquire);
}

} // namespace

struct ThreadPool::State {
    // Each on its own cache line: the words that workers wait for must not move when the counters change.
    alignas(64) std::atomic<std::uint32_t> jobNumber { 0 };
    alignas(64) std::atomic<std::uint32_t> arrived { 0 };
    alignas(64) std::atomic<std::uint32_t> phase { 0 };
    alignas(64) const std::function<void(int)>* job = nullptr; // null tells the workers to end
    std::uint32_t threadCount = 1;
    Clock::duration spinTime {};
    std::vector<std::thread> threads;

    /// Sense-reversing: the phase that a worker saw on arrival is its sense, and the last one to arrive
    /// reverses it for all. The counter is reset before the phase changes, so the next barrier may begin at
    /// once.
    std::int64_t meet()
    {
        if (threadCount == 1)
            return 0;
        const std::uint32_t seen = phase.load(std::memory_order_acquire);
        if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == threadCount) {
            arrived.store(0, std::memory_order_relaxed);
            phase.store(seen + 1, std::memory_order_release);
            phase.notify_all();
            return 0;
        }
        const auto begin = Clock::now();
        waitWhile(phase, seen, spinTime);
        return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
    }

    void work(int worker, std::uint32_t seen)
    {
        for (;;) {
            waitWhile(jobNumber, seen, spinTime);
            ++seen; // a new job starts only when all have met at the end of the last one
            if (job == nullptr)
                return;
            (*job)(worker);
            meet();
        }
    }

    void start(const std::function<void(int)>* next)
    {
        job = next;
        jobNumber.fetch_add(1, std::memory_order_release);
        jobNumber.notify_all();
    }
};

ThreadPool::ThreadPool(int threadCount)
    : state_(std::make_unique<State>())
{
    State& state = *state_;
    // More workers than cores: whoever spins keeps another from working, so all sleep at once.
    state.spinTime
        = threadCount <= allowedThreadCount() ? Clock::duration(kSpinTime) : Clock::duration::zero();
    state.threads.reserve(static_cast<std::size_t>(std::max(threadCount, 1)));
    try {
        for (int worker = 1; worker < threadCount; ++worker)
            state.threads.emplace_back([&state, worker] { state.work(worker, 0); });
    } catch (const std::system_error&) {
        // The system gives no more threads: the pool works with those it has.
    }
    state.threadCount = static_cast<std::uint32_t>(state.threads.size() + 1);
}

ThreadPool::~ThreadPool()
{
    state_->start(nullptr);
    for (std::thread& thread : state_->threads)
        thread.join();
}

int ThreadPool::threadCount() const
{
    return static_cast<int>(state_->threadCount);
}

void ThreadPool::run(const std::function<void(int worker)>& job)
{
    if (state_->threadCount > 1)
        state_->start(&job);
    job(0);
    state_->meet();
}

std::int64_t ThreadPool::barrier(int /*worker*/)
{
    return state_->meet();
}

} // namespace moru
