#include "engine/api/sampling.h"

#include "engine/sampler/candidates.h"
#include "engine/sampler/penalties.h"
#include "engine/sampler/sampler.h"
#include "engine/sampler/scaled_logits.h"

namespace moru {

namespace {

Result<void> checkIds(std::span<const TokenId> ids, std::size_t rowCount, const char* field)
{
    for (const TokenId id : ids) {
        if (static_cast<std::uint32_t>(id) >= rowCount)
            return failure(ErrorCode::InvalidRequest, field, "id {} in a vocabulary of {}", id, rowCount);
    }
    return {};
}

} // namespace

Result<std::vector<float>> samplingDistribution(std::span<const float> logits,
    std::span<const TokenId> promptIds, std::span<const TokenId> generatedIds, const SamplingOptions& options)
{
    if (auto checked = checkSamplingOptions(options); !checked)
        return std::unexpected(checked.error());
    if (auto checked = checkIds(promptIds, logits.size(), "promptIds"); !checked)
        return std::unexpected(checked.error());
    if (auto checked = checkIds(generatedIds, logits.size(), "generatedIds"); !checked)
        return std::unexpected(checked.error());

    Penalties penalties(logits.size());
    for (const TokenId id : promptIds)
        penalties.countPrompt(id);
    for (const TokenId id : generatedIds)
        penalties.countAnswer(id);
    std::vector<float> scaled(logits.size());
    scaleLogits(logits, {}, penalties, options, scaled);

    std::vector<float> distribution(logits.size(), 0.0F);
    if (options.temperature == 0) {
        if (const auto best = greedyChoice(scaled))
            distribution[static_cast<std::size_t>(*best)] = 1.0F;
        return distribution;
    }
    Candidates candidates(logits.size());
    const std::span<const Candidate> kept = candidates.filter(scaled, options);
    const double total = totalWeight(kept);
    for (const Candidate& candidate : kept)
        distribution[static_cast<std::size_t>(candidate.id)]
            = static_cast<float>(static_cast<double>(candidate.weight) / total);
    return distribution;
}

} // namespace moru
