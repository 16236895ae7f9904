#include "app/worker/batching_observer.h"

#include <utility>

namespace moru {

BatchingObserver::BatchingObserver(
    GenerationId id, SteadyClock clock, std::function<void(GenerationBatch)> send)
    : m_id(id)
    , m_clock(std::move(clock))
    , m_send(std::move(send))
    , m_startedAt(m_clock())
    , m_limiter(m_startedAt)
{
    m_batch.id = id;
}

void BatchingObserver::prefillAdvanced(const PrefillProgress& progress)
{
    m_batch.prefill.push_back({ m_clock() - m_startedAt, progress });
    sendIfDue();
}

void BatchingObserver::tokenGenerated(const GeneratedToken& token)
{
    m_batch.steps.push_back({ token.profile, token.id, token.isThinking });
    if (!token.text.empty()) {
        if (m_batch.text.empty() || m_batch.text.back().isThinking != token.isThinking)
            m_batch.text.push_back({ QString(), token.isThinking });
        m_batch.text.back().text += QString::fromStdString(token.text);
    }
    sendIfDue();
}

void BatchingObserver::finish()
{
    if (m_batch.text.empty() && m_batch.steps.empty() && m_batch.prefill.empty())
        return;
    GenerationBatch empty;
    empty.id = m_id;
    m_send(std::exchange(m_batch, std::move(empty)));
}

void BatchingObserver::sendIfDue()
{
    if (m_limiter.admit(m_clock()))
        finish();
}

} // namespace moru
