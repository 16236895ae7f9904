#include "app/performance/speed_gauges.h"

#include <algorithm>
#include <functional>

namespace moru {

namespace {

constexpr std::size_t kMostPrefillSamples = 1024;
constexpr std::size_t kRecentTokens = 32;
constexpr double kNsPerMs = 1e6;

std::int64_t endNs(const StepTiming& step)
{
    return step.profile.startNs + step.profile.durationNs;
}

std::optional<double> rate(std::int64_t intervals, std::int64_t ns)
{
    if (intervals < 1 || ns <= 0)
        return std::nullopt;
    return static_cast<double>(intervals) * 1e9 / static_cast<double>(ns);
}

std::optional<double> recentRate(const RingBuffer<TokenSample>& tokens)
{
    const std::size_t count = std::min(tokens.size(), kRecentTokens + 1);
    if (count < 2)
        return std::nullopt;
    const StepTiming& first = tokens.at(tokens.size() - count).step;
    const StepTiming& last = tokens.at(tokens.size() - 1).step;
    return rate(static_cast<std::int64_t>(count) - 1, endNs(last) - endNs(first));
}

} // namespace

SpeedMeter::SpeedMeter()
    : m_tokens(kMostTokenSamples)
    , m_prefill(kMostPrefillSamples)
{
}

void SpeedMeter::start()
{
    m_tokens.clear();
    m_prefill.clear();
    m_gauges = {};
    m_gauges.isLive = true;
    m_roleNs = {};
    m_decodeSteps = m_decodeNs = m_firstTokenEndNs = m_lastTokenEndNs = 0;
    m_answerMs = m_prefillMs = 0;
}

void SpeedMeter::add(const GenerationBatch& batch)
{
    for (const PrefillSample& sample : batch.prefill) {
        m_prefill.push(sample);
        m_gauges.prefill = sample.progress;
        const auto ns = (sample.at - m_prefill.at(0).at).count();
        const int tokens = sample.progress.tokensDone - m_prefill.at(0).progress.tokensDone;
        m_gauges.prefillTokensPerSecond = rate(tokens, ns);
        m_prefillMs = static_cast<double>(ns) / kNsPerMs;
        m_gauges.elapsedMs = std::max(m_gauges.elapsedMs, static_cast<double>(sample.at.count()) / kNsPerMs);
    }
    for (const StepTiming& step : batch.steps) {
        const double ms = static_cast<double>(step.profile.durationNs) / kNsPerMs;
        m_lastTokenEndNs = endNs(step);
        if (m_gauges.generatedTokens == 0) {
            m_firstTokenEndNs = m_lastTokenEndNs;
            m_gauges.firstTokenMs = static_cast<double>(m_firstTokenEndNs) / kNsPerMs;
        } else {
            ++m_decodeSteps;
            m_decodeNs += step.profile.durationNs;
            std::ranges::transform(m_roleNs, step.profile.roleNs, m_roleNs.begin(), std::plus());
            (step.isThinking ? m_gauges.thinkingMs : m_answerMs) += ms;
        }
        m_tokens.push({ m_gauges.generatedTokens, step, ms > 0 ? 1000 / ms : 0 });
        ++m_gauges.generatedTokens;
        m_gauges.thinkingTokens += step.isThinking ? 1 : 0;
        m_gauges.elapsedMs = std::max(m_gauges.elapsedMs, static_cast<double>(m_lastTokenEndNs) / kNsPerMs);
    }
    m_gauges.decodeTokensPerSecond = rate(m_decodeSteps, m_lastTokenEndNs - m_firstTokenEndNs);
}

void SpeedMeter::finish(const GenerationResult& result)
{
    m_gauges.isLive = false;
    m_gauges.decodeTokensPerSecond = result.timings.decodeTokensPerSecond;
    m_gauges.prefillTokensPerSecond = result.timings.promptTokensPerSecond;
    m_gauges.firstTokenMs = result.timings.firstTokenMs;
    m_gauges.elapsedMs = result.timings.totalMs;
    m_prefillMs = result.timings.promptMs;
}

SpeedGauges SpeedMeter::gauges() const
{
    SpeedGauges gauges = m_gauges;
    gauges.recentDecodeTokensPerSecond = recentRate(m_tokens);
    return gauges;
}

PhaseTimes SpeedMeter::phases() const
{
    PhaseTimes times { m_prefillMs, m_gauges.thinkingMs, m_answerMs, 0 };
    times.otherMs = std::max(0.0, m_gauges.elapsedMs - times.prefillMs - times.thinkingMs - times.answerMs);
    return times;
}

std::vector<RoleShare> SpeedMeter::roles() const
{
    std::vector<RoleShare> shares;
    if (m_decodeSteps == 0 || m_decodeNs <= 0)
        return shares;
    for (std::size_t role = 0; role < m_roleNs.size(); ++role) {
        const auto ns = static_cast<double>(m_roleNs[role]);
        shares.push_back({ static_cast<OperationRole>(role),
            ns / kNsPerMs / static_cast<double>(m_decodeSteps), ns / static_cast<double>(m_decodeNs) });
    }
    return shares;
}

} // namespace moru
