#include "app/worker/batching_observer.h"

#include <utility>

namespace moru {

BatchingObserver::BatchingObserver(GenerationId id, SteadyClock clock,
    std::function<void(GenerationBatch)> send, std::function<void(SteadyTime)> held)
    : m_id(id)
    , m_clock(std::move(clock))
    , m_send(std::move(send))
    , m_held(std::move(held))
    , m_startedAt(m_clock())
    , m_limiter(m_startedAt)
{
    m_batch.id = id;
}

void BatchingObserver::prefillAdvanced(const PrefillProgress& progress)
{
    const std::lock_guard lock(m_mutex);
    m_batch.prefill.push_back({ m_clock() - m_startedAt, progress });
    sendIfDue();
}

void BatchingObserver::tokenGenerated(const GeneratedToken& token)
{
    const std::lock_guard lock(m_mutex);
    m_batch.steps.push_back({ token.profile, token.id, token.isThinking });
    if (!token.text.empty()) {
        if (m_batch.text.empty() || m_batch.text.back().isThinking != token.isThinking)
            m_batch.text.push_back({ QString(), token.isThinking });
        m_batch.text.back().text += QString::fromStdString(token.text);
    }
    sendIfDue();
}

void BatchingObserver::sendHeld()
{
    const std::lock_guard lock(m_mutex);
    sendIfDue();
}

void BatchingObserver::finish()
{
    const std::lock_guard lock(m_mutex);
    sendNow();
}

void BatchingObserver::sendIfDue()
{
    if (m_batch.text.empty() && m_batch.steps.empty() && m_batch.prefill.empty())
        return;
    const SteadyTime now = m_clock();
    if (m_limiter.admit(now))
        sendNow();
    else
        m_held(m_limiter.nextAdmission(now));
}

void BatchingObserver::sendNow()
{
    if (m_batch.text.empty() && m_batch.steps.empty() && m_batch.prefill.empty())
        return;
    GenerationBatch empty;
    empty.id = m_id;
    m_send(std::exchange(m_batch, std::move(empty)));
}

} // namespace moru
