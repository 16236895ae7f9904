#include "app/cli/commands/commands.h"

#include "app/cli/file_output.h"
#include "app/cli/json_request.h"
#include "app/cli/model_opening.h"
#include "app/cli/option_tables.h"
#include "app/cli/requests.h"
#include "engine/api/machine.h"
#include "engine/api/session.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moru::cli {

namespace {

constexpr Option kOptions[] = {
    { .name = "positions",
        .kind = OptionKind::Text,
        .value = "last|all|N,N",
        .fallback = "last",
        .help = "Positions of which logits and hidden states are kept" },
    { .name = "hidden",
        .help = "Keep the hidden states: entering layer 0, after every layer, after the final norm" },
    { .name = "operations",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallbackWords = "none",
        .help = "Keep what layer N computes, all positions",
        .minimum = 0,
        .maximum = 10000 },
    { .name = "chunk",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallback = "0",
        .help = "Prefill in pieces of N tokens; 0 leaves it to the engine",
        .minimum = 0,
        .maximum = 1 << 24 },
    { .name = "greedy",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallback = "0",
        .help = "Then decode N tokens, the likeliest each time",
        .minimum = 0,
        .maximum = 1 << 24 },
    { .name = "out",
        .kind = OptionKind::Text,
        .value = "FILE.safetensors",
        .fallbackWords = "none",
        .help
        = "Write the tensors there: logits [positions, vocabulary], hidden.00 …, hidden.norm, op.NN.*" },
};

struct LogitsRequest {
    ForwardRequest forward;
    std::optional<std::string> out;
};

std::vector<int> allPositions(std::size_t count)
{
    std::vector<int> positions(count);
    std::iota(positions.begin(), positions.end(), 0);
    return positions;
}

/// "last", "all", "N,N", or in a request a list of numbers. Empty stands for the last one.
std::vector<int> readPositions(RequestReader& reader, const Arguments& arguments, std::size_t tokenCount)
{
    const Json* value = reader.member("positions");
    std::vector<int> positions;
    if (value && value->is_array()) {
        positions = reader.ids("positions");
    } else if (value && !value->is_string()) {
        reader.reject("positions", "must be \"last\", \"all\" or a list of numbers");
    } else {
        const std::string word = value ? value->get<std::string>() : *arguments.text("positions");
        if (word == "last")
            return {};
        if (word == "all")
            return allPositions(tokenCount);
        const auto numbers = parseIntegers(word);
        if (!numbers)
            reader.reject("positions", "must be \"last\", \"all\" or numbers separated by commas");
        for (const long long number : numbers.value_or(std::vector<long long> {}))
            positions.push_back(
                static_cast<int>(std::clamp<long long>(number, -1, std::numeric_limits<int>::max())));
    }
    for (const int position : positions) {
        if (position < 0 || static_cast<std::size_t>(position) >= tokenCount)
            reader.reject(
                "positions", fmt::format("holds {}, and the prompt has {} tokens", position, tokenCount));
    }
    return positions;
}

Result<LogitsRequest> readLogitsRequest(const Json& json, const Arguments& arguments)
{
    RequestReader reader(json);
    LogitsRequest request;
    request.forward.ids = reader.neededIds("ids");
    request.forward.positions = readPositions(reader, arguments, request.forward.ids.size());
    request.forward.keepHidden = reader.flag("hidden", arguments.flag("hidden"));
    request.forward.operationsOfLayer = reader.integer("operations", 0);
    if (!request.forward.operationsOfLayer && arguments.has("operations"))
        request.forward.operationsOfLayer = static_cast<int>(*arguments.integer("operations"));
    request.forward.chunkSize
        = reader.integer("chunk", 0).value_or(static_cast<int>(*arguments.integer("chunk")));
    request.forward.greedyTokens
        = reader.integer("greedy", 0).value_or(static_cast<int>(*arguments.integer("greedy")));
    request.out = reader.text("out");
    if (!request.out)
        request.out = arguments.text("out");
    // Silently leaving out a picture would give figures for another prompt.
    for (const std::string_view name : { "pixels", "vision" }) {
        if (const Json* value = reader.member(name); value && *value != false)
            reader.reject(name, "cannot be used: pictures are not read yet");
    }
    if (const auto right = reader.check(); !right)
        return std::unexpected(right.error());
    return request;
}

/// Every position costs a row of logits; refused here rather than met as a dead process.
Result<void> checkMemory(const ForwardRequest& request, const ModelDescription& model)
{
    const auto machine = describeMachine();
    if (!machine)
        return std::unexpected(machine.error());
    const std::uint64_t rows = std::max<std::size_t>(request.positions.size(), 1);
    const std::uint64_t hiddenRows
        = request.keepHidden ? static_cast<std::uint64_t>(model.layerCount) + 2 : 0;
    const std::uint64_t rowBytes = sizeof(float)
        * (static_cast<std::uint64_t>(model.vocabularySize)
            + hiddenRows * static_cast<std::uint64_t>(model.hiddenSize));
    const std::uint64_t needed = rows * rowBytes;
    if (needed <= machine->availableMemoryBytes)
        return {};
    return failure(ErrorCode::NotEnoughMemory, "positions",
        "{} positions need {} MB, and {} MB are available; ask for fewer positions at a time", rows,
        needed >> 20, machine->availableMemoryBytes >> 20);
}

Result<Json> runForward(InferenceSession& session, const ModelDescription& model, const Json& json,
    const Arguments& arguments, std::stop_token stop)
{
    const auto request = readLogitsRequest(json, arguments);
    if (!request)
        return std::unexpected(request.error());
    if (const auto fits = checkMemory(request->forward, model); !fits)
        return std::unexpected(fits.error());
    const auto result = session.forward(request->forward, stop);
    if (!result)
        return std::unexpected(result.error());
    if (request->out) {
        if (const auto written = writeTensors(*request->out, result->tensors); !written)
            return std::unexpected(written.error());
    }
    return Json { { "positions", result->positions }, { "argmax", result->argmax },
        { "greedy_ids", result->greedyIds } };
}

std::string asLines(const Json& result)
{
    std::string lines;
    for (std::size_t i = 0; i < result["positions"].size(); ++i)
        lines += fmt::format(
            "position {}: {}\n", result["positions"][i].get<int>(), result["argmax"][i].get<TokenId>());
    if (!result["greedy_ids"].empty())
        lines
            += fmt::format("greedy: {}\n", fmt::join(result["greedy_ids"].get<std::vector<TokenId>>(), " "));
    return lines;
}

Result<ExitStatus> run(Invocation& invocation)
{
    const bool manyRequests = invocation.output.form() == Output::Form::JsonLines;
    Json only;
    if (!manyRequests) { // read before loading: a wrong request should not cost a load
        auto request = readRequest(invocation);
        if (!request)
            return std::unexpected(request.error());
        if (const auto right = readLogitsRequest(*request, invocation.arguments); !right)
            return std::unexpected(right.error());
        only = std::move(*request);
    }
    const auto options = loadOptions(invocation.arguments);
    if (!options)
        return std::unexpected(options.error());
    const auto model = openModel(invocation, *options);
    if (!model)
        return std::unexpected(model.error());
    const auto session = createSession(*model);
    if (!session)
        return std::unexpected(session.error());
    const std::stop_token stop = invocation.interrupt.token();
    const auto handler = [&](const Json& request) {
        return runForward(**session, (*model)->description(), request, invocation.arguments, stop);
    };
    if (manyRequests)
        return answerLines(invocation, handler);
    const auto result = handler(only);
    if (!result)
        return std::unexpected(result.error());
    if (invocation.output.isText())
        invocation.output.text(asLines(*result));
    else
        invocation.output.json(*result);
    return ExitStatus::Done;
}

} // namespace

const Command& logitsCommand()
{
    static const Command command {
        .name = "logits",
        .operands = "MODEL",
        .fewestOperands = 1,
        .mostOperands = 1,
        .summary = "One forward pass over token ids on standard input",
        .details = "The request: {\"ids\":[…]}; the options below may be members of it, under the same "
                   "names. The result:\n"
                   "{\"positions\":[…],\"argmax\":[…],\"greedy_ids\":[…]}. It needs no tokenizer.",
        .examples
        = { "echo '{\"ids\":[1,2,3]}' | moru-cli logits ./folder --positions all --greedy 8 --json" },
        .options
        = { kOptions, modelOptions(), threadOptions(), requestOptions(), jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
