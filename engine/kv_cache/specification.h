#pragma once

#include <cstdint>
#include <optional>

namespace moru {

// What a model remembers of a sequence, one entry a layer that remembers. Written by the graph, obeyed by
// SequenceState.

/// Keys and values of one attention layer.
struct CacheSpecification {
    std::int64_t kvHeadCount = 0;
    std::int64_t headDim = 0;
    std::optional<int> window; ///< Newest positions that a token sees, itself included; unset: all.
};

/// Last taps − 1 inputs of one causal convolution.
struct ConvolutionStateSpecification {
    int layer = 0;
    std::int64_t taps = 0;
    std::int64_t channels = 0;
};

/// Recurrent state of one gated delta rule.
struct DeltaStateSpecification {
    int layer = 0;
    std::int64_t valueHeads = 0;
    std::int64_t keyDim = 0;
    std::int64_t valueDim = 0;
};

} // namespace moru
