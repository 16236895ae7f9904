#pragma once

#include "engine/api/sampling.h"

#include <cstdint>
#include <span>
#include <vector>

namespace moru {

/// Remembers which ids occurred and lowers their logits.
/// Source: repetition penalty arXiv:1909.05858, once per distinct id of prompt and answer; frequency and
/// presence penalty as OpenAI's API defines them, on the answer alone.
class Penalties {
public:
    explicit Penalties(std::size_t rowCount);

    void countPrompt(TokenId id);
    void countAnswer(TokenId id);
    void clear();

    /// Shape: logits [at most rowCount]; ids beyond its end are left out.
    void apply(const SamplingOptions& options, std::span<float> logits) const;

private:
    bool remember(TokenId id);

    std::vector<TokenId> seen_; ///< Every distinct id once, in order of appearance.
    std::vector<std::uint8_t> isSeen_; ///< [rowCount]
    std::vector<std::uint32_t> answerCount_; ///< [rowCount]
};

} // namespace moru
