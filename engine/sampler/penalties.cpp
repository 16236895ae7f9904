#include "engine/sampler/penalties.h"

namespace moru {

Penalties::Penalties(std::size_t rowCount)
    : m_isSeen(rowCount, 0)
    , m_answerCount(rowCount, 0)
{
    m_seen.reserve(rowCount);
}

bool Penalties::remember(TokenId id)
{
    // The cast makes negative ids large, so that one comparison refuses both kinds without a row.
    const auto row = static_cast<std::uint32_t>(id);
    if (row >= m_isSeen.size())
        return false;
    if (!m_isSeen[row]) {
        m_isSeen[row] = 1;
        m_seen.push_back(id);
    }
    return true;
}

void Penalties::countPrompt(TokenId id)
{
    remember(id);
}

void Penalties::countAnswer(TokenId id)
{
    if (remember(id))
        ++m_answerCount[static_cast<std::size_t>(id)];
}

void Penalties::clear()
{
    for (const TokenId id : m_seen) {
        m_isSeen[static_cast<std::size_t>(id)] = 0;
        m_answerCount[static_cast<std::size_t>(id)] = 0;
    }
    m_seen.clear();
}

void Penalties::apply(const SamplingOptions& options, std::span<float> logits) const
{
    const auto repetition = static_cast<float>(options.repetitionPenalty);
    const auto frequency = static_cast<float>(options.frequencyPenalty);
    const auto presence = static_cast<float>(options.presencePenalty);
    if (repetition == 1.0F && frequency == 0.0F && presence == 0.0F)
        return;
    for (const TokenId id : m_seen) {
        const auto row = static_cast<std::size_t>(id);
        if (row >= logits.size())
            continue;
        float& logit = logits[row];
        logit = logit < 0 ? logit * repetition : logit / repetition;
        if (m_answerCount[row] > 0)
            logit -= frequency * static_cast<float>(m_answerCount[row]) + presence;
    }
}

} // namespace moru
