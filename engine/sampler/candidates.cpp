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
    m_kept.reserve(rowCount);
    m_largest.reserve(rowCount);
}

float Candidates::topKBorder(std::span<const float> logits, std::size_t k)
{
    // Nearly every logit fails the one comparison with the smallest of the k largest so far, so this is one
    // pass over the vocabulary rather than a sort of it.
    m_largest.assign(logits.begin(), logits.begin() + static_cast<std::ptrdiff_t>(k));
    std::ranges::make_heap(m_largest, std::greater<> {});
    for (const float logit : logits.subspan(k)) {
        if (logit <= m_largest.front())
            continue;
        std::ranges::pop_heap(m_largest, std::greater<> {});
        m_largest.back() = logit;
        std::ranges::push_heap(m_largest, std::greater<> {});
    }
    return m_largest.front();
}

void Candidates::keepTopP(double p)
{
    const double total = totalWeight(m_kept);
    // All that are less likely than (1 − p) / n have less than 1 − p together: out without sorting.
    const double hopeless = (1.0 - p) * total / static_cast<double>(m_kept.size());
    std::erase_if(m_kept, [hopeless](const Candidate& candidate) { return candidate.weight < hopeless; });

    std::ranges::make_heap(m_kept, comesLater);
    auto heapEnd = m_kept.end();
    double before = 0;
    do {
        std::pop_heap(m_kept.begin(), heapEnd, comesLater);
        --heapEnd;
        before += heapEnd->weight;
    } while (heapEnd != m_kept.begin() && before < p * total);
    m_kept.erase(m_kept.begin(), heapEnd);
}

void Candidates::keepMinP(double p)
{
    // The likeliest has weight 1.
    std::erase_if(m_kept, [p](const Candidate& candidate) { return candidate.weight < p; });
}

std::span<const Candidate> Candidates::filter(std::span<const float> logits, const SamplingOptions& options)
{
    m_kept.clear();
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
            m_kept.push_back({ static_cast<TokenId>(row), logit, weight });
        }
    }
    if (options.topP < 1.0)
        keepTopP(options.topP);
    if (options.minP > 0.0)
        keepMinP(options.minP);
    return m_kept;
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
