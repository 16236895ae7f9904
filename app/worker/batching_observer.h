#pragma once

#include "app/types/generation_events.h"
#include "app/worker/batch_limiter.h"

#include <functional>
#include <mutex>
#include <optional>

namespace moru {

/// Gathers what a generation reports into batches; they are values. What comes too soon after a burst is held
/// for a moment: `held` is then told when it is due, and `sendHeld` sends it, so that it need not wait for
/// the next token, which may be seconds away. `sendHeld` may be called on another thread.
class BatchingObserver final : public GenerationObserver {
public:
    BatchingObserver(GenerationId id, SteadyClock clock, std::function<void(GenerationBatch)> send,
        std::function<void(SteadyTime due)> held);

    void prefillAdvanced(const PrefillProgress& progress) override;
    void tokenGenerated(const GeneratedToken& token) override;
    /// Sends what was held, if it is due.
    void sendHeld();
    /// Sends what is left; to be called before the end of the generation is reported.
    void finish();

private:
    void sendIfDue();
    void sendNow();

    GenerationId m_id;
    SteadyClock m_clock;
    std::function<void(GenerationBatch)> m_send;
    std::function<void(SteadyTime)> m_held;
    SteadyTime m_startedAt;
    std::mutex m_mutex; // guards what follows, and the order of what is sent
    BatchLimiter m_limiter;
    GenerationBatch m_batch;
};

} // namespace moru
