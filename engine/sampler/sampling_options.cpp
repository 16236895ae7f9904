#include "engine/api/sampling.h"

#include "engine/sampler/sampler.h"

#include <array>
#include <cmath>
#include <limits>

namespace moru {

namespace {

struct Range {
    const char* field;
    double value;
    double smallest;
    double largest;
};

} // namespace

SamplingOptions SamplingOptions::greedy()
{
    SamplingOptions options;
    options.temperature = 0;
    return options;
}

Result<void> checkSamplingOptions(const SamplingOptions& options)
{
    constexpr double kLargest = std::numeric_limits<float>::max();
    constexpr double kSmallestPositive = std::numeric_limits<float>::min();
    const std::array ranges {
        Range { "repetitionPenalty", options.repetitionPenalty, kSmallestPositive, kLargest },
        Range { "frequencyPenalty", options.frequencyPenalty, -kLargest, kLargest },
        Range { "presencePenalty", options.presencePenalty, -kLargest, kLargest },
        Range { "temperature", options.temperature, 0, kLargest },
        Range { "topK", static_cast<double>(options.topK), 0, std::numeric_limits<int>::max() },
        Range { "topP", options.topP, 0, 1 },
        Range { "minP", options.minP, 0, 1 },
    };
    for (const Range& range : ranges) {
        if (!(range.value >= range.smallest && range.value <= range.largest))
            return failure(ErrorCode::InvalidRequest, range.field, "{} is not between {} and {}", range.value,
                range.smallest, range.largest);
    }
    // Below float's smallest normal number the division would be by zero.
    if (options.temperature > 0 && options.temperature < kSmallestPositive)
        return failure(
            ErrorCode::InvalidRequest, "temperature", "{} is too small; 0 is greedy", options.temperature);
    return {};
}

} // namespace moru
