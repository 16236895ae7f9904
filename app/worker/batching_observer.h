#pragma once

#include "app/types/generation_events.h"
#include "app/worker/batch_limiter.h"

#include <functional>

namespace moru {

/// Gathers what a generation reports into batches. Runs on the worker's thread; the batches are values.
class BatchingObserver final : public GenerationObserver {
public:
    BatchingObserver(GenerationId id, SteadyClock clock, std::function<void(GenerationBatch)> send);

    void prefillAdvanced(const PrefillProgress& progress) override;
    void tokenGenerated(const GeneratedToken& token) override;
    /// Sends what is left; to be called before the end of the generation is reported.
    void finish();

private:
    void sendIfDue();

    GenerationId m_id;
    SteadyClock m_clock;
    std::function<void(GenerationBatch)> m_send;
    SteadyTime m_startedAt;
    BatchLimiter m_limiter;
    GenerationBatch m_batch;
};

} // namespace moru
