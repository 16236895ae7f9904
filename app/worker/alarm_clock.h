#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace moru {

/// Calls a function once at a time asked for, on a thread of its own: the engine's thread computes and has no
/// event loop to do it. The thread sleeps until it is asked.
class AlarmClock {
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit AlarmClock(std::function<void()> ring);
    /// After it `ring` is not called any more.
    ~AlarmClock();
    AlarmClock(const AlarmClock&) = delete;
    AlarmClock& operator=(const AlarmClock&) = delete;

    /// Rings then; a later wish before that changes nothing. May be called from `ring`.
    void ringAt(Time time);

private:
    void run(const std::stop_token& stop);

    std::function<void()> m_ring;
    std::mutex m_mutex;
    std::condition_variable_any m_asked;
    std::optional<Time> m_time;
    std::jthread m_thread; // last: it uses what stands above
};

} // namespace moru
