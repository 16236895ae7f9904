#pragma once

#include "engine/api/tokenizer.h"

#include <optional>
#include <span>

namespace moru::cli {

/// Sums the negative log likelihoods of a sequence, natural logarithm, over all rows of the vocabulary. The
/// first token is given and not scored. Figures: goldens/real/README.md, "Perplexity".
class Perplexity {
public:
    /// `ids` must outlive this object.
    explicit Perplexity(std::span<const TokenId> ids)
        : ids_(ids)
    {
    }

    /// Logits after the token at `position`: they predict the one at `position` + 1. Call in order.
    void add(int position, std::span<const float> logits);

    [[nodiscard]] long long scoredTokens() const { return first_.count + rest_.count; }
    [[nodiscard]] double meanNll() const;
    [[nodiscard]] double perplexity() const;
    /// Of the first 512 scored tokens, and of those after them: where a wrong window of attention would show.
    [[nodiscard]] std::optional<double> firstMeanNll() const { return first_.mean(); }
    [[nodiscard]] std::optional<double> restMeanNll() const { return rest_.mean(); }

private:
    struct Sum {
        double total = 0;
        long long count = 0;
        [[nodiscard]] std::optional<double> mean() const;
    };

    std::span<const TokenId> ids_;
    Sum first_;
    Sum rest_;
};

/// ln Σ exp(logits), without overflow.
[[nodiscard]] double logSumExp(std::span<const float> logits);

} // namespace moru::cli
