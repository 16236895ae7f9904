#include "engine/session/logits_tally.h"

#include "engine/sampler/candidates.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace moru {

namespace {

constexpr double kPercentile = 0.99;

double logSumExp(std::span<const float> logits)
{
    const float largest = *std::ranges::max_element(logits);
    double sum = 0;
    for (const float logit : logits)
        sum += double(std::exp(logit - largest)); // float: exact enough, and a vocabulary is long
    return double(largest) + std::log(sum);
}

/// Σ p · (log p − log q), p the reference's distribution. Equal logits give exactly 0.
double divergence(std::span<const float> reference, std::span<const float> model)
{
    const float largest = *std::ranges::max_element(reference);
    double sum = 0;
    double weighted = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const auto share = double(std::exp(reference[i] - largest));
        sum += share;
        weighted += share * (double(reference[i]) - double(model[i]));
    }
    const double referenceSum = double(largest) + std::log(sum);
    return weighted / sum - (referenceSum - logSumExp(model));
}

} // namespace

void LogitsTally::add(
    std::span<const float> reference, std::span<const float> model, std::optional<TokenId> next)
{
    divergences_.push_back(divergence(reference, model));
    agreed_ += greedyChoice(reference) == greedyChoice(model) ? 1 : 0;
    if (!next)
        return;
    ++scored_;
    referenceNll_ += logSumExp(reference) - double(reference[std::size_t(*next)]);
    modelNll_ += logSumExp(model) - double(model[std::size_t(*next)]);
}

LogitsComparison LogitsTally::result() const
{
    LogitsComparison comparison;
    const auto count = double(divergences_.size());
    comparison.tokenCount = int(divergences_.size());
    comparison.meanKl = std::accumulate(divergences_.begin(), divergences_.end(), 0.0) / count;
    if (std::isfinite(comparison.meanKl)) { // what is no number has no order
        std::vector<double> sorted = divergences_;
        std::ranges::sort(sorted);
        comparison.p99Kl = sorted[std::size_t(kPercentile * (count - 1))];
    } else {
        comparison.p99Kl = comparison.meanKl;
    }
    comparison.topAgreement = agreed_ / count;
    comparison.perplexity = std::exp(modelNll_ / scored_);
    comparison.referencePerplexity = std::exp(referenceNll_ / scored_);
    return comparison;
}

} // namespace moru
