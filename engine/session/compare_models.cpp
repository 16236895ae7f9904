#include "engine/api/session.h"

#include "engine/sampler/candidates.h"
#include "engine/session/limits.h"
#include "engine/session/sequence_runner.h"

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

/// Sums over positions; the next id, where there is one, counts for perplexity.
class Tally {
public:
    void add(std::span<const float> reference, std::span<const float> model, std::optional<TokenId> next)
    {
        divergences_.push_back(divergence(reference, model));
        agreed_ += greedyChoice(reference) == greedyChoice(model) ? 1 : 0;
        if (!next)
            return;
        ++scored_;
        referenceNll_ += logSumExp(reference) - double(reference[std::size_t(*next)]);
        modelNll_ += logSumExp(model) - double(model[std::size_t(*next)]);
    }

    [[nodiscard]] LogitsComparison result()
    {
        LogitsComparison comparison;
        const auto count = double(divergences_.size());
        comparison.tokenCount = int(divergences_.size());
        comparison.meanKl = std::accumulate(divergences_.begin(), divergences_.end(), 0.0) / count;
        std::ranges::sort(divergences_);
        comparison.p99Kl = divergences_[std::size_t(kPercentile * (count - 1))];
        comparison.topAgreement = agreed_ / count;
        comparison.perplexity = std::exp(modelNll_ / scored_);
        comparison.referencePerplexity = std::exp(referenceNll_ / scored_);
        return comparison;
    }

private:
    std::vector<double> divergences_;
    double agreed_ = 0;
    double scored_ = 0;
    double referenceNll_ = 0;
    double modelNll_ = 0;
};

} // namespace

Result<LogitsComparison> compareModels(std::shared_ptr<const LoadedModel> reference,
    std::shared_ptr<const LoadedModel> model, std::span<const TokenId> ids, std::stop_token stop,
    const LogitsObserver& observer)
{
    // loadModel makes no other kind.
    const auto& a = static_cast<const LoadedModelImplementation&>(*reference);
    const auto& b = static_cast<const LoadedModelImplementation&>(*model);
    const auto vocabulary = std::size_t(a.description().vocabularySize);
    if (b.description().vocabularySize != int(vocabulary))
        return failure(ErrorCode::InvalidRequest, "compare", "the vocabularies have {} and {} rows",
            vocabulary, b.description().vocabularySize);
    if (ids.size() < 2)
        return failure(
            ErrorCode::InvalidRequest, "compare", "a text of {} tokens is too short to compare", ids.size());
    ThreadPool pool(a.options().threadCount);
    auto first = SequenceRunner::create(a, a.program(), pool, kDefaultChunkSize);
    if (!first)
        return std::unexpected(first.error());
    auto second = SequenceRunner::create(b, b.program(), pool, kDefaultChunkSize);
    if (!second)
        return std::unexpected(second.error());
    for (const auto& runner : { first->get(), second->get() }) {
        if (auto checked = runner->checkPrompt(ids); !checked)
            return std::unexpected(checked.error());
    }

    // One chunk of the reference's logits at a time waits for the model's.
    Tally tally;
    std::vector<float> kept(std::size_t(kDefaultChunkSize) * vocabulary);
    std::vector<int> all(kDefaultChunkSize);
    std::iota(all.begin(), all.end(), 0);
    for (std::size_t begin = 0; begin < ids.size(); begin += kDefaultChunkSize) {
        const auto chunk = ids.subspan(begin, std::min<std::size_t>(kDefaultChunkSize, ids.size() - begin));
        const auto wanted = std::span(all).first(chunk.size());
        const auto rowOf = [&](int position) {
            return kept.begin() + std::ptrdiff_t((std::size_t(position) - begin) * vocabulary);
        };
        auto entered = (*first)->enter(
            chunk, wanted, {},
            [&](int position, int row) { std::ranges::copy((*first)->logits(row), rowOf(position)); }, stop);
        if (!entered)
            return std::unexpected(entered.error());
        entered = (*second)->enter(
            chunk, wanted, {},
            [&](int position, int row) {
                const auto next = std::size_t(position) + 1;
                if (observer)
                    observer(position, (*second)->logits(row));
                tally.add(std::span(rowOf(position), vocabulary), (*second)->logits(row),
                    next < ids.size() ? std::optional(ids[next]) : std::nullopt);
            },
            stop);
        if (!entered)
            return std::unexpected(entered.error());
    }
    return tally.result();
}

} // namespace moru
