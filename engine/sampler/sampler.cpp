#include "engine/sampler/sampler.h"

#include "engine/sampler/scaled_logits.h"

#include <algorithm>

namespace moru {

Sampler::Sampler(const SamplingOptions& options, int rowCount, int tokenCount, std::uint64_t seed)
    : options_(options)
    , tokenCount_(static_cast<std::size_t>(tokenCount))
    , penalties_(static_cast<std::size_t>(rowCount))
    , candidates_(static_cast<std::size_t>(tokenCount))
    , logits_(static_cast<std::size_t>(tokenCount))
    , random_(seed)
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
    sampler.neverChosen_.assign(neverChosen.begin(), neverChosen.end());
    return sampler;
}

void Sampler::countPrompt(std::span<const TokenId> ids)
{
    for (const TokenId id : ids)
        penalties_.countPrompt(id);
}

void Sampler::count(TokenId id)
{
    penalties_.countAnswer(id);
}

std::optional<TokenId> Sampler::choose(std::span<const float> logits)
{
    if (logits.size() < tokenCount_)
        return std::nullopt;
    scaleLogits(logits.first(tokenCount_), neverChosen_, penalties_, options_, logits_);
    if (options_.temperature == 0)
        return greedyChoice(logits_);

    const std::span<const Candidate> candidates = candidates_.filter(logits_, options_);
    if (candidates.empty())
        return std::nullopt;
    double rest = random_.unit() * totalWeight(candidates);
    for (const Candidate& candidate : candidates) {
        rest -= static_cast<double>(candidate.weight);
        if (rest < 0)
            return candidate.id;
    }
    return candidates.back().id; // rounding left a crumb
}

void Sampler::restart(std::uint64_t seed)
{
    penalties_.clear();
    random_ = Random(seed);
}

} // namespace moru
