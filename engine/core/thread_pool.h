#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace moru {

/// Physical cores that affinity and cgroup quota allow this process; at least 1.
[[nodiscard]] int allowedThreadCount();

/// Persistent threads that run one function together. The caller is worker 0.
///
/// Waiting spins for a bounded time, then sleeps: an idle pool costs nothing, and with fewer cores than
/// threads the pool slows down in proportion instead of collapsing.
class ThreadPool {
public:
    explicit ThreadPool(int threadCount);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] int threadCount() const;

    /// Runs job(worker) on workers 0 … workerCount − 1, and returns when they have finished; the others sleep
    /// on. Called from one thread at a time; must not be called from inside a job. The job must not throw.
    void run(int workerCount, const std::function<void(int worker)>& job);
    /// The same on all workers.
    void run(const std::function<void(int worker)>& job) { run(threadCount(), job); }

    /// Meets all workers of the running job. Everything written before is seen by all after.
    /// Returns the nanoseconds this worker waited.
    std::int64_t barrier(int worker);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace moru
