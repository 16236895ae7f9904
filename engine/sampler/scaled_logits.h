#pragma once

#include "engine/sampler/penalties.h"

#include <span>

namespace moru {

/// First half of the chain, shared by sampler and `samplingDistribution`: raw → penalties → temperature.
/// NaN becomes -inf, so that one broken value cannot be chosen or spoil a sum; +inf the largest number.
/// Shapes: raw, scaled [n]; they may be the same memory.
void scaleLogits(std::span<const float> raw, std::span<const TokenId> neverChosen, const Penalties& penalties,
    const SamplingOptions& options, std::span<float> scaled);

} // namespace moru
