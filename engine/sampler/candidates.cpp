#include "engine/sampler/candidates.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace moru {

namespace {

constexpr float kImpossible = -std::numeric_limits<float>::infinity();

/// Likelier first. Among equals the higher id, because the reference sorts upwards, keeps the order of equals
/// and drops from the front.
bool comesLater(const Candidate& a, const Candidate& b)
{
    return a.logit < b.logit || (a.logit == b.logit && a.id < b.id);
}

double totalWeight(std::span<const Candidate> candidates)
{
    double total = 0;
    for (const Candidate& candidate : candidates)
        total += candidate.weight;
    return total;
}

} // namespace

Candidates::Candidates(std::size_t rowCount)
{
    kept_.reserve(rowCount);
    largest_.reserve(rowCount);
}

float Candidates::topKBorder(std::span<const float> logits, std::size_t k)
{
    // Nearly every logit fails the one comparison with the smallest of the k largest so far, so this is one
    // pass over the vocabulary rather than a sort of it.
    largest_.assign(logits.begin(), logits.begin() + static_cast<std::ptrdiff_t>(k));
    std::ranges::make_heap(largest_, std::greater<> {});
    for (const float logit : logits.subspan(k)) {
        if (logit <= largest_.front())
            continue;
        std::ranges::pop_heap(largest_, std::greater<> {});
        largest_.back() = logit;
        std::ranges::push_heap(largest_, std::greater<> {});
    }
    return largest_.front();
}

void Candidates::keepTopP(double p)
{
    const double total = totalWeight(kept_);
    // All that are less likely than (1 − p) / n have less than 1 − p together: out without sorting.
    const double hopeless = (1.0 - p) * total / static_cast<double>(kept_.size());
    std::erase_if(kept_, [hopeless](const Candidate& candidate) { return candidate.weight < hopeless; });

    std::ranges::make_heap(kept_, comesLater);
    auto heapEnd = kept_.end();
    double before = 0;
    do {
        std::pop_heap(kept_.begin(), heapEnd, comesLater);
        --heapEnd;
        before += heapEnd->weight;
    } while (heapEnd != kept_.begin() && before < p * total);
    kept_.erase(kept_.begin(), heapEnd);
}

void Candidates::keepMinP(double p)
{
    // The likeliest has weight 1.
    std::erase_if(kept_, [p](const Candidate& candidate) { return candidate.weight < p; });
}

std::span<const Candidate> Candidates::filter(std::span<const float> logits, const SamplingOptions& options)
{
    kept_.clear();
    const std::optional<TokenId> best = greedyChoice(logits);
    if (!best)
        return {};
    const float largest = logits[static_cast<std::size_t>(*best)];

    float border = kImpossible;
    const auto k = static_cast<std::size_t>(std::max(options.topK, 0));
    if (k > 0 && k < logits.size())
        border = topKBorder(logits, k);
    for (std::size_t row = 0; row < logits.size(); ++row) {
        const float logit = logits[row];
        if (logit >= border && logit > kImpossible) {
            const double weight = std::exp(static_cast<double>(logit) - static_cast<double>(largest));
            kept_.push_back({ static_cast<TokenId>(row), logit, weight });
        }
    }
    if (options.topP < 1.0)
        keepTopP(options.topP);
    if (options.minP > 0.0)
        keepMinP(options.minP);
    return kept_;
}

std::optional<TokenId> greedyChoice(std::span<const float> logits)
{
    float largest = kImpossible;
    std::optional<TokenId> best;
    for (std::size_t row = 0; row < logits.size(); ++row) {
        if (logits[row] > largest) {
            largest = logits[row];
            best = static_cast<TokenId>(row);
        }
    }
    return best;
}

} // namespace moru
