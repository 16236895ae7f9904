#include "app/cli/generation_settings.h"

#include <random>

namespace moru::cli {

namespace {

SamplingOptions samplingOf(const Arguments& arguments, const SamplingOptions& modelSampling)
{
    SamplingOptions sampling = arguments.flag("greedy") ? SamplingOptions::greedy() : modelSampling;
    const auto take = [&arguments](std::string_view name, double& value) {
        value = arguments.number(name).value_or(value);
    };
    take("temperature", sampling.temperature);
    take("top-p", sampling.topP);
    take("min-p", sampling.minP);
    take("repeat-penalty", sampling.repetitionPenalty);
    take("presence-penalty", sampling.presencePenalty);
    take("frequency-penalty", sampling.frequencyPenalty);
    if (const auto topK = arguments.integer("top-k"))
        sampling.topK = static_cast<int>(*topK);
    return sampling;
}

} // namespace

void applySettings(const Arguments& arguments, const ModelDescription& model, GenerationRequest& request)
{
    request.sampling = samplingOf(arguments, model.sampling);
    request.stop.stopStrings = arguments.texts("stop");
    if (const auto maxTokens = arguments.integer("max-tokens"))
        request.stop.maxTokens = static_cast<int>(*maxTokens);
    if (const auto budget = arguments.integer("thinking-budget"))
        request.thinkingBudget = static_cast<int>(*budget);
    const long long seed = arguments.integer("seed").value_or(-1);
    request.seed = seed >= 0 ? static_cast<std::uint64_t>(seed) : std::random_device {}();
}

} // namespace moru::cli
