#include "app/worker/alarm_clock.h"

namespace moru {

AlarmClock::AlarmClock(std::function<void()> ring)
    : m_ring(std::move(ring))
    , m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

AlarmClock::~AlarmClock()
{
    m_thread.request_stop();
    m_thread.join();
}

void AlarmClock::ringAt(Time time)
{
    const std::lock_guard lock(m_mutex);
    if (m_time)
        return;
    m_time = time;
    m_asked.notify_one();
}

void AlarmClock::run(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (m_asked.wait(lock, stop, [this] { return m_time.has_value(); })) {
        const Time time = *m_time;
        // Nothing else wakes it: earlier wishes cannot come.
        if (m_asked.wait_until(lock, stop, time, [] { return false; }); stop.stop_requested())
            return;
        m_time.reset();
        lock.unlock();
        m_ring();
        lock.lock();
    }
}

} // namespace moru
