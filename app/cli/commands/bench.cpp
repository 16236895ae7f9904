#include "app/cli/commands/commands.h"

#include "app/cli/benchmark.h"
#include "app/cli/model_opening.h"
#include "app/cli/option_tables.h"
#include "app/cli/progress.h"
#include "engine/api/machine.h"

#include <algorithm>

#include <fmt/format.h>

namespace moru::cli {

namespace {

constexpr double kMostTokens = 1 << 20;

constexpr Option kOptions[] = {
    { .name = "prompt-tokens",
        .kind = OptionKind::IntegerList,
        .value = "N,N",
        .fallback = "512",
        .help = "Lengths of prompts to read; 0 leaves it out",
        .minimum = 0,
        .maximum = kMostTokens },
    { .name = "generate-tokens",
        .kind = OptionKind::IntegerList,
        .value = "N,N",
        .fallback = "128",
        .help = "Numbers of tokens to decode; 0 leaves it out",
        .minimum = 0,
        .maximum = kMostTokens },
    { .name = "depth",
        .kind = OptionKind::IntegerList,
        .value = "N,N",
        .fallback = "0",
        .help = "Tokens already in the cache",
        .minimum = 0,
        .maximum = kMostTokens },
    { .name = "repetitions",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallback = "5",
        .help = "Timed runs of each test",
        .minimum = 1,
        .maximum = 1000 },
    { .name = "warmup",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallback = "1",
        .help = "Runs before them that are not counted",
        .minimum = 0,
        .maximum = 1000 },
    { .name = "threads",
        .aliases = "-t",
        .kind = OptionKind::IntegerList,
        .value = "N,N",
        .fallbackWords = "one for each physical core allowed here",
        .help = "Threads to compute with",
        .minimum = 1,
        .maximum = 1024 },
};

std::vector<BenchmarkTest> testsOf(const Arguments& arguments)
{
    std::vector<BenchmarkTest> tests;
    for (const long long depth : arguments.integers("depth")) {
        for (const long long count : arguments.integers("prompt-tokens")) {
            if (count > 0)
                tests.push_back({ .promptTokens = static_cast<int>(count),
                    .generatedTokens = 0,
                    .depth = static_cast<int>(depth) });
        }
        for (const long long count : arguments.integers("generate-tokens")) {
            if (count > 0)
                tests.push_back({ .promptTokens = 0,
                    .generatedTokens = static_cast<int>(count),
                    .depth = static_cast<int>(depth) });
        }
    }
    return tests;
}

int longestSequence(const std::vector<BenchmarkTest>& tests)
{
    int longest = 1;
    for (const BenchmarkTest& test : tests)
        longest = std::max(longest, test.depth + test.promptTokens + test.generatedTokens);
    return longest;
}

constexpr int kProbeMs = 150;
constexpr int kMostProbes = 6;

class Mean {
public:
    void add(double x)
    {
        sum_ += x;
        ++count_;
    }
    [[nodiscard]] std::optional<double> value() const
    {
        return count_ > 0 ? std::optional(sum_ / count_) : std::nullopt;
    }

private:
    double sum_ = 0;
    int count_ = 0;
};

Result<BenchmarkResult> measure(
    Invocation& invocation, InferenceSession& session, const LoadedModel& model, const BenchmarkTest& test)
{
    const auto stop = invocation.interrupt.token();
    const auto warmup = static_cast<int>(*invocation.arguments.integer("warmup"));
    const auto repetitions = static_cast<int>(*invocation.arguments.integer("repetitions"));
    BenchmarkResult result { .test = test,
        .samples = {},
        .threadCount = model.options().threadCount,
        .precision = std::string(precisionName(model.options().precision)),
        .kvFormat = std::string(kvFormatName(*model.options().kvFormat)),
        .isa = model.isa() };
    Progress progress(invocation.output);
    const int runsPerProbe = (repetitions + kMostProbes - 1) / kMostProbes;
    Mean read;
    Mean peak;
    for (int run = 0; run < warmup + repetitions; ++run) {
        progress.show(
            test.name(), static_cast<std::uint64_t>(run), static_cast<std::uint64_t>(warmup + repetitions));
        if (run == warmup) {
            result.samples.clear();
            result.gops.reset();
        }
        if (run >= warmup && (run - warmup) % runsPerProbe == 0) { // among them: both meet the same machine
            read.add(probeReadBandwidth(result.threadCount, kProbeMs) / 1e9);
            if (test.promptTokens > 0 && model.options().precision != Precision::Exact)
                peak.add(probeIntegerPeak(result.threadCount, kProbeMs) / 1e9);
        }
        if (const auto added = addSample(session, result, stop); !added)
            return std::unexpected(added.error());
    }
    result.probeReadGbPerSecond = read.value().value_or(0);
    result.probeGops = peak.value();
    return result;
}

/// Measures all tests with one number of threads. Results appear as they come, or in `results` for JSON.
Result<void> measureAll(
    Invocation& invocation, const std::vector<BenchmarkTest>& tests, LoadOptions options, Json& results)
{
    const auto model = openModel(invocation, options);
    if (!model)
        return std::unexpected(model.error());
    const auto session = createSession(*model);
    if (!session)
        return std::unexpected(session.error());
    for (const BenchmarkTest& test : tests) {
        const auto result = measure(invocation, **session, **model, test);
        if (!result)
            return std::unexpected(result.error());
        if (invocation.output.isText())
            invocation.output.text(benchmarkLine(*result));
        else
            results.push_back(benchmarkJson(*result));
    }
    return {};
}

Result<ExitStatus> run(Invocation& invocation)
{
    const std::vector<BenchmarkTest> tests = testsOf(invocation.arguments);
    if (tests.empty())
        return invocation.wrongUsage(
            "bench has nothing to measure: --prompt-tokens and --generate-tokens are both 0");
    auto options = loadOptions(invocation.arguments, longestSequence(tests));
    if (!options)
        return std::unexpected(options.error());
    const auto machine = describeMachine();
    if (!machine)
        return std::unexpected(machine.error());
    std::vector<long long> threadCounts = invocation.arguments.integers("threads");
    if (threadCounts.empty())
        threadCounts.push_back(0);
    invocation.output.note(machine->processorName);
    if (invocation.output.isText())
        invocation.output.text(benchmarkHeading());
    Json results = Json::array();
    std::optional<Error> error;
    for (const long long threadCount : threadCounts) {
        options->threadCount = static_cast<int>(threadCount);
        if (const auto done = measureAll(invocation, tests, *options, results); !done) {
            error = done.error();
            break;
        }
    }
    if (error && error->code != ErrorCode::Cancelled)
        return std::unexpected(*error);
    if (!invocation.output.isText())
        invocation.output.json({ { "results", std::move(results) }, { "cpu", machine->processorName } });
    return error ? ExitStatus::Interrupted : ExitStatus::Done;
}

} // namespace

const Command& benchCommand()
{
    static const Command command {
        .name = "bench",
        .operands = "MODEL",
        .fewestOperands = 1,
        .mostOperands = 1,
        .summary = "Speed of reading prompts and of decoding, beside what plain reading of memory reaches",
        .details = "Tests are named and defined as llama-bench does: pp512 reads 512 tokens, tg128 decodes "
                   "128, \"@ d512\" starts\n"
                   "with 512 tokens in the cache; no tokenizing, no sampling. GB/s is what decoding read of "
                   "weights and cache,\n"
                   "GOPS the model's multiplications and additions; the peak is that of integer products in "
                   "registers.",
        .examples = { "moru-cli bench smollm2-135m-instruct",
            "moru-cli bench gemma-3-270m --threads 1,2 --depth 0,4096 --json" },
        .options = { kOptions, modelOptions(), jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
