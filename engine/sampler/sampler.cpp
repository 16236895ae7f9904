#include "engine/sampler/sampler.h"

#include "engine/sampler/scaled_logits.h"

#include <algorithm>

namespace moru {

Sampler::Sampler(const SamplingOptions& options, int rowCount, int tokenCount, std::uint64_t seed)
    : m_options(options)
    , m_tokenCount(static_cast<std::size_t>(tokenCount))
    , m_penalties(static_cast<std::size_t>(rowCount))
    , m_candidates(static_cast<std::size_t>(tokenCount))
    , m_logits(static_cast<std::size_t>(tokenCount))
    , m_random(seed)
{
}

Result<Sampler> Sampler::create(const SamplingOptions& options, int rowCount, int tokenCount,
    std::span<const TokenId> neverChosen, std::uint64_t seed)
{
    if (auto checked = checkSamplingOptions(options); !checked)
        return std::unexpected(checked.error());
    if (rowCount < 1 || tokenCount < 1)
        return failure(
            ErrorCode::InvalidRequest, "vocabulary", "{} rows for {} tokens", rowCount, tokenCount);
    // A tokenizer may have entries that the embedding has no row for (Gemma 3's image token).
    Sampler sampler(options, rowCount, std::min(rowCount, tokenCount), seed);
    sampler.m_neverChosen.assign(neverChosen.begin(), neverChosen.end());
    return sampler;
}

void Sampler::countPrompt(std::span<const TokenId> ids)
{
    for (const TokenId id : ids)
        m_penalties.countPrompt(id);
}

void Sampler::count(TokenId id)
{
    m_penalties.countAnswer(id);
}

std::optional<TokenId> Sampler::choose(std::span<const float> logits)
{
    if (logits.size() < m_tokenCount)
        return std::nullopt;
    scaleLogits(logits.first(m_tokenCount), m_neverChosen, m_penalties, m_options, m_logits);
    if (m_options.temperature == 0)
        return greedyChoice(m_logits);

    const std::span<const Candidate> candidates = m_candidates.filter(m_logits, m_options);
    if (candidates.empty())
        return std::nullopt;
    double total = 0;
    for (const Candidate& candidate : candidates)
        total += candidate.weight;
    double rest = m_random.unit() * total;
    for (const Candidate& candidate : candidates) {
        rest -= candidate.weight;
        if (rest < 0)
            return candidate.id;
    }
    return candidates.back().id; // rounding left a crumb
}

void Sampler::restart(std::uint64_t seed)
{
    m_penalties.clear();
    m_random = Random(seed);
}

} // namespace moru
