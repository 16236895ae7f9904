#include "app/cli/commands/commands.h"

#include "app/cli/json_request.h"
#include "app/cli/option_tables.h"
#include "app/cli/requests.h"
#include "engine/api/sampling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace moru::cli {

namespace {

/// Numbers, and "-inf" for an id that can never be chosen.
std::vector<float> readLogits(RequestReader& reader)
{
    std::vector<float> logits;
    const Json* list = reader.member("logits");
    if (!list || !list->is_array() || list->empty()) {
        reader.reject("logits", "must be a list of numbers");
        return logits;
    }
    logits.reserve(list->size());
    for (const Json& value : *list) {
        if (value.is_number() && std::abs(value.get<double>()) <= std::numeric_limits<float>::max())
            logits.push_back(value.get<float>());
        else if (value.is_string() && value.get_ref<const std::string&>() == "-inf")
            logits.push_back(-std::numeric_limits<float>::infinity());
        else
            reader.reject("logits",
                fmt::format("holds {}; there are numbers and \"-inf\"", dumpJson(value).substr(0, 40)));
    }
    return logits;
}

/// What is absent is off here, whatever a model's own settings would be.
SamplingOptions readSettings(const Json* object, RequestReader& request)
{
    SamplingOptions options { .temperature = 1.0, .topK = 0, .topP = 1.0, .minP = 0.0 };
    if (!object)
        return options;
    RequestReader settings(*object);
    options.temperature = settings.number("temperature").value_or(options.temperature);
    options.topK = settings.integer("top_k", 0).value_or(options.topK);
    options.topP = settings.number("top_p").value_or(options.topP);
    options.minP = settings.number("min_p").value_or(options.minP);
    options.repetitionPenalty = settings.number("repetition_penalty").value_or(options.repetitionPenalty);
    options.presencePenalty = settings.number("presence_penalty").value_or(options.presencePenalty);
    options.frequencyPenalty = settings.number("frequency_penalty").value_or(options.frequencyPenalty);
    if (const auto right = settings.check(); !right)
        request.reject("settings", fmt::format("cannot be used: {}", right.error().message));
    return options;
}

Result<Json> sample(const Json& request)
{
    RequestReader reader(request);
    const std::vector<float> logits = readLogits(reader);
    const std::vector<TokenId> promptIds = reader.ids("prompt_ids");
    const std::vector<TokenId> generatedIds = reader.ids("generated_ids");
    const SamplingOptions options = readSettings(reader.member("settings"), reader);
    if (const auto right = reader.check(); !right)
        return std::unexpected(right.error());
    const auto distribution = samplingDistribution(logits, promptIds, generatedIds, options);
    if (!distribution)
        return std::unexpected(distribution.error());
    if (options.temperature == 0) {
        const auto likeliest = std::max_element(distribution->begin(), distribution->end());
        return Json { { "token", likeliest - distribution->begin() } };
    }
    return Json { { "probabilities", *distribution } };
}

Result<ExitStatus> run(Invocation& invocation)
{
    if (invocation.output.form() == Output::Form::JsonLines)
        return answerLines(invocation, sample);
    const auto request = readRequest(invocation);
    if (!request)
        return std::unexpected(request.error());
    const auto result = sample(*request);
    if (!result)
        return std::unexpected(result.error());
    if (!invocation.output.isText()) {
        invocation.output.json(*result);
        return ExitStatus::Done;
    }
    if (const auto token = result->find("token"); token != result->end()) {
        invocation.output.text(fmt::format("{}\n", token->get<std::int64_t>()));
        return ExitStatus::Done;
    }
    std::string lines;
    std::size_t id = 0;
    for (const Json& probability : (*result)["probabilities"]) {
        if (probability.get<double>() > 0)
            lines += fmt::format("{}\t{}\n", id, probability.get<float>());
        ++id;
    }
    invocation.output.text(lines);
    return ExitStatus::Done;
}

} // namespace

const Command& sampleCommand()
{
    static const Command command {
        .name = "sample",
        .operands = "",
        .summary = "What the sampler makes of a logits vector on standard input",
        .details = "The request: "
                   "{\"logits\":[…],\"prompt_ids\":[…],\"generated_ids\":[…],\"settings\":{\"temperature\":0."
                   "7,\"top_k\":40,\n"
                   "\"top_p\":0.95,\"min_p\":0,\"repetition_penalty\":1,\"presence_penalty\":0,\"frequency_"
                   "penalty\":0}}; \"-inf\" masks an id,\n"
                   "a setting that is absent is off. The result: {\"probabilities\":[…]}, or {\"token\":N} "
                   "at temperature 0.",
        .examples = { "echo '{\"logits\":[1,2,3],\"settings\":{\"top_k\":2}}' | moru-cli sample" },
        .options = { requestOptions(), jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
