#pragma once

#include <QObject>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace moru {

/// Notices when an event loop does not answer: something on its thread takes too long. Builds with assertions
/// watch the window's loop and write stalls into the log.
class EventLoopWatch {
public:
    /// `stalled` is called on the watch's thread, once a stall, while it still lasts. `loop` lives on the
    /// thread that is watched and outlives this object.
    EventLoopWatch(QObject& loop, std::chrono::milliseconds limit, std::function<void()> stalled);
    ~EventLoopWatch();
    EventLoopWatch(const EventLoopWatch&) = delete;
    EventLoopWatch& operator=(const EventLoopWatch&) = delete;

private:
    /// Shared with the questions in the loop's queue, which may be answered after the watch has gone.
    struct Answer {
        std::mutex mutex;
        std::condition_variable_any came;
        bool isThere = false;
    };

    void run(const std::stop_token& stop);

    QObject& m_loop;
    std::chrono::milliseconds m_limit;
    std::function<void()> m_stalled;
    std::jthread m_thread;
};

} // namespace moru
