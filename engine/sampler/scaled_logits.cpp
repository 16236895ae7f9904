#include "engine/sampler/scaled_logits.h"

#include <algorithm>
#include <limits>

namespace moru {

namespace {

constexpr float kLargest = std::numeric_limits<float>::max();
constexpr float kImpossible = -std::numeric_limits<float>::infinity();

float withoutNan(float logit)
{
    return logit > kImpossible ? std::min(logit, kLargest) : kImpossible;
}

} // namespace

void scaleLogits(std::span<const float> raw, std::span<const TokenId> neverChosen, const Penalties& penalties,
    const SamplingOptions& options, std::span<float> scaled)
{
    std::ranges::transform(raw, scaled.begin(), withoutNan);
    penalties.apply(options, scaled);
    if (options.temperature > 0 && options.temperature != 1.0) {
        const auto temperature = static_cast<float>(options.temperature);
        for (float& logit : scaled)
            logit = withoutNan(logit / temperature);
    }
    for (const TokenId id : neverChosen) {
        if (static_cast<std::uint32_t>(id) < scaled.size())
            scaled[static_cast<std::size_t>(id)] = kImpossible;
    }
}

} // namespace moru
