#pragma once

#include "engine/api/sampling.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace moru {

/// One id that may still be drawn.
struct Candidate {
    TokenId id = 0;
    float logit = 0; ///< After penalties and temperature.
    float weight = 0; ///< exp(logit − largest logit): its share is weight / total.
};

[[nodiscard]] double totalWeight(std::span<const Candidate> candidates);

/// The ids that survive top-k, top-p and min-p, with their weights. Its buffers are reserved once.
class Candidates {
public:
    explicit Candidates(std::size_t rowCount);

    /// Shape: logits [at most rowCount], after temperature; -inf can never be drawn.
    /// The result is empty when nothing can be drawn, and valid until the next call.
    [[nodiscard]] std::span<const Candidate> filter(
        std::span<const float> logits, const SamplingOptions& options);

private:
    [[nodiscard]] float topKBorder(std::span<const float> logits, std::size_t k);
    void keepTopP(double p);
    void keepMinP(double p);

    std::vector<Candidate> kept_;
    std::vector<float> largest_; ///< Heap of the k largest, smallest on top.
};

/// Largest logit, lowest id among equals; nothing when all are -inf.
[[nodiscard]] std::optional<TokenId> greedyChoice(std::span<const float> logits);

} // namespace moru
