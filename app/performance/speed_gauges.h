#pragma once

#include "app/performance/ring_buffer.h"
#include "app/types/performance.h"

namespace moru {

/// Computes the live figures of one generation from its batches. The definitions are those of the tooltips:
/// decode = (tokens − 1) / (last token − first token), prefill = new prompt tokens / prefill time.
class SpeedMeter {
public:
    SpeedMeter();

    void start(); ///< Forgets the generation before.
    void add(const GenerationBatch& batch);
    void finish(const GenerationResult& result); ///< The engine's own figures replace the live ones.

    [[nodiscard]] SpeedGauges gauges() const;
    [[nodiscard]] PhaseTimes phases() const;
    [[nodiscard]] std::vector<TokenSample> tokens(std::size_t count) const { return m_tokens.newest(count); }
    [[nodiscard]] std::vector<PrefillSample> prefill() const { return m_prefill.toVector(); }
    [[nodiscard]] std::vector<RoleShare> roles() const;

private:
    RingBuffer<TokenSample> m_tokens;
    RingBuffer<PrefillSample> m_prefill;
    SpeedGauges m_gauges;
    RoleTimesNs m_roleNs {};
    std::int64_t m_decodeSteps = 0; // all tokens but the first, whose step is a part of prefill
    std::int64_t m_decodeNs = 0;
    std::int64_t m_firstTokenEndNs = 0;
    std::int64_t m_lastTokenEndNs = 0;
    double m_answerMs = 0;
    double m_prefillMs = 0;
};

} // namespace moru
