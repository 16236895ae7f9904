#include "engine/sampler/penalties.h"

namespace moru {

Penalties::Penalties(std::size_t rowCount)
    : isSeen_(rowCount, 0)
    , answerCount_(rowCount, 0)
{
    seen_.reserve(rowCount);
}

bool Penalties::remember(TokenId id)
{
    // The cast makes negative ids large, so that one comparison refuses both kinds without a row.
    const auto row = static_cast<std::uint32_t>(id);
    if (row >= isSeen_.size())
        return false;
    if (!isSeen_[row]) {
        isSeen_[row] = 1;
        seen_.push_back(id);
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
        ++answerCount_[static_cast<std::size_t>(id)];
}

void Penalties::clear()
{
    for (const TokenId id : seen_) {
        isSeen_[static_cast<std::size_t>(id)] = 0;
        answerCount_[static_cast<std::size_t>(id)] = 0;
    }
    seen_.clear();
}

void Penalties::apply(const SamplingOptions& options, std::span<float> logits) const
{
    const auto repetition = static_cast<float>(options.repetitionPenalty);
    const auto frequency = static_cast<float>(options.frequencyPenalty);
    const auto presence = static_cast<float>(options.presencePenalty);
    if (repetition == 1.0F && frequency == 0.0F && presence == 0.0F)
        return;
    for (const TokenId id : seen_) {
        const auto row = static_cast<std::size_t>(id);
        if (row >= logits.size())
            continue;
        float& logit = logits[row];
        logit = logit < 0 ? logit * repetition : logit / repetition;
        if (answerCount_[row] > 0)
            logit -= frequency * static_cast<float>(answerCount_[row]) + presence;
    }
}

} // namespace moru
