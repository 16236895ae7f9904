#include "app/cli/perplexity.h"

#include <algorithm>
#include <cmath>

namespace moru::cli {

namespace {

constexpr long long kFirstTokens = 512;

} // namespace

double logSumExp(std::span<const float> logits)
{
    const float largest = *std::max_element(logits.begin(), logits.end());
    double sum = 0;
    for (const float logit : logits)
        sum += static_cast<double>(
            std::exp(logit - largest)); // float: exact enough, and a vocabulary is long
    return static_cast<double>(largest) + std::log(sum);
}

void Perplexity::add(int position, std::span<const float> logits)
{
    const std::size_t next = static_cast<std::size_t>(position) + 1;
    if (next >= ids_.size())
        return;
    const auto target = static_cast<std::size_t>(ids_[next]);
    const double nll = logSumExp(logits) - static_cast<double>(logits[target]);
    Sum& sum = first_.count < kFirstTokens ? first_ : rest_;
    sum.total += nll;
    ++sum.count;
}

std::optional<double> Perplexity::Sum::mean() const
{
    if (count == 0)
        return std::nullopt;
    return total / static_cast<double>(count);
}

double Perplexity::meanNll() const
{
    return (first_.total + rest_.total) / static_cast<double>(scoredTokens());
}

double Perplexity::perplexity() const
{
    return std::exp(meanNll());
}

} // namespace moru::cli
