#include "app/program/event_loop_watch.h"

namespace moru {

EventLoopWatch::EventLoopWatch(QObject& loop, std::chrono::milliseconds limit, std::function<void()> stalled)
    : m_loop(loop)
    , m_limit(limit)
    , m_stalled(std::move(stalled))
    , m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

EventLoopWatch::~EventLoopWatch()
{
    m_thread.request_stop();
    m_thread.join();
}

void EventLoopWatch::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto answer = std::make_shared<Answer>();
        QMetaObject::invokeMethod(
            &m_loop,
            [answer] {
                const std::lock_guard lock(answer->mutex);
                answer->isThere = true;
                answer->came.notify_one();
            },
            Qt::QueuedConnection);
        const auto isThere = [&answer] { return answer->isThere; };
        std::unique_lock lock(answer->mutex);
        if (!answer->came.wait_for(lock, stop, m_limit, isThere)) {
            if (stop.stop_requested())
                return;
            m_stalled();
            answer->came.wait(lock, stop, isThere);
        }
        // Asked again after a pause; nothing but the end wakes it.
        answer->came.wait_for(lock, stop, m_limit, [] { return false; });
    }
}

} // namespace moru
