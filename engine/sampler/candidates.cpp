#include "engine/sampler/candidates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace moru {

namespace {

constexpr float kImpossible = -std::numeric_limits<float>::infinity();

/// Logits looked at together: most blocks have nothing above the border and cost one vector comparison a
/// lane.
constexpr std::size_t kBlock = 64;

/// Largest of a block or of a whole vocabulary; -inf of nothing. Written in lanes so that compilers use
/// vectors although they may not reorder comparisons that could meet a NaN.
float largestOf(std::span<const float> logits)
{
    constexpr std::size_t kLanes = 16;
    std::array<float, kLanes> lanes;
    lanes.fill(kImpossible);
    std::size_t at = 0;
    for (; at + kLanes <= logits.size(); at += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            lanes[lane] = logits[at + lane] > lanes[lane] ? logits[at + lane] : lanes[lane];
    }
    float largest = kImpossible;
    for (const float lane : lanes)
        largest = std::max(largest, lane);
    for (; at < logits.size(); ++at)
        largest = std::max(largest, logits[at]);
    return largest;
}

/// Likelier first. Among equals the higher id, because the reference sorts upwards, keeps the order of equals
/// and drops from the front.
bool comesLater(const Candidate& a, const Candidate& b)
{
    return a.logit < b.logit || (a.logit == b.logit && a.id < b.id);
}

} // namespace

double totalWeight(std::span<const Candidate> candidates)
{
    double total = 0;
    for (const Candidate& candidate : candidates)
        total += static_cast<double>(candidate.weight);
    return total;
}

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
    for (std::size_t begin = k; begin < logits.size(); begin += kBlock) {
        const std::span<const float> block = logits.subspan(begin, std::min(kBlock, logits.size() - begin));
        if (largestOf(block) <= largest_.front())
            continue;
        for (const float logit : block) {
            if (logit <= largest_.front())
                continue;
            std::ranges::pop_heap(largest_, std::greater<> {});
            largest_.back() = logit;
            std::ranges::push_heap(largest_, std::greater<> {});
        }
    }
    return largest_.front();
}

void Candidates::keepTopP(double p)
{
    const double total = totalWeight(kept_);
    // All that are less likely than (1 − p) / n have less than 1 − p together: out without sorting.
    const auto hopeless = static_cast<float>((1.0 - p) * total / static_cast<double>(kept_.size()));
    std::erase_if(kept_, [hopeless](const Candidate& candidate) { return candidate.weight < hopeless; });

    std::ranges::make_heap(kept_, comesLater);
    auto heapEnd = kept_.end();
    double before = 0;
    do {
        std::pop_heap(kept_.begin(), heapEnd, comesLater);
        --heapEnd;
        before += static_cast<double>(heapEnd->weight);
    } while (heapEnd != kept_.begin() && before < p * total);
    kept_.erase(kept_.begin(), heapEnd);
}

void Candidates::keepMinP(double p)
{
    // The likeliest has weight 1.
    std::erase_if(
        kept_, [p](const Candidate& candidate) { return static_cast<double>(candidate.weight) < p; });
}

std::span<const Candidate> Candidates::filter(std::span<const float> logits, const SamplingOptions& options)
{
    kept_.clear();
    const float largest = largestOf(logits);
    if (largest == kImpossible)
        return {};
    float border = std::numeric_limits<float>::lowest();
    const auto k = static_cast<std::size_t>(std::max(options.topK, 0));
    if (k > 0 && k < logits.size())
        border = std::max(border, topKBorder(logits, k));
    // Where no other filter needs their weights, those far below min-p are left out at once; the margin leaves
    // what is close to the border to keepMinP.
    if (options.minP > 0.0 && options.topP >= 1.0)
        border = std::max(border, largest + static_cast<float>(std::log(options.minP)) - 0.01F);
    for (std::size_t begin = 0; begin < logits.size(); begin += kBlock) {
        const std::span<const float> block = logits.subspan(begin, std::min(kBlock, logits.size() - begin));
        if (largestOf(block) < border)
            continue;
        for (std::size_t i = 0; i < block.size(); ++i) {
            if (block[i] >= border)
                kept_.push_back({ static_cast<TokenId>(begin + i), block[i], std::exp(block[i] - largest) });
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
    const float largest = largestOf(logits);
    if (largest == kImpossible)
        return std::nullopt;
    return static_cast<TokenId>(std::ranges::find(logits, largest) - logits.begin());
}

} // namespace moru
