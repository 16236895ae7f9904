#include "app/cli/benchmark.h"

#include "app/cli/json_model.h"

#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace moru::cli {

namespace {

std::string cell(const std::optional<double>& value, double factor = 1)
{
    return value ? fmt::format("{:.1f}", *value * factor) : std::string("–");
}

} // namespace

std::string BenchmarkTest::name() const
{
    std::string name
        = promptTokens > 0 ? fmt::format("pp{}", promptTokens) : fmt::format("tg{}", generatedTokens);
    if (depth > 0)
        name += fmt::format(" @ d{}", depth);
    return name;
}

double BenchmarkResult::mean() const
{
    return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

std::optional<double> BenchmarkResult::deviation() const
{
    if (samples.size() < 2)
        return std::nullopt;
    const double centre = mean();
    double squares = 0;
    for (const double sample : samples)
        squares += (sample - centre) * (sample - centre);
    return std::sqrt(squares / static_cast<double>(samples.size() - 1));
}

std::optional<double> BenchmarkResult::bandwidthGbPerSecond() const
{
    if (bytesPerToken <= 0)
        return std::nullopt;
    return static_cast<double>(bytesPerToken) * mean() / 1e9;
}

std::optional<double> BenchmarkResult::shareOfProbe() const
{
    const auto bandwidth = bandwidthGbPerSecond();
    if (!bandwidth || probeReadGbPerSecond <= 0)
        return std::nullopt;
    return *bandwidth / probeReadGbPerSecond;
}

std::optional<double> BenchmarkResult::shareOfPeak() const
{
    if (!gops || !probeGops || *probeGops <= 0)
        return std::nullopt;
    return *gops / *probeGops;
}

Result<void> addSample(InferenceSession& session, BenchmarkResult& result, std::stop_token stop)
{
    const BenchmarkTest& test = result.test;
    const auto times = session.bench(test.promptTokens, test.generatedTokens, test.depth, stop);
    if (!times)
        return std::unexpected(times.error());
    const bool isPrompt = test.promptTokens > 0;
    const double seconds = isPrompt ? times->prefillSeconds : times->decodeSeconds;
    if (!(seconds > 0))
        return failure(ErrorCode::Internal, test.name(), "the engine measured {} seconds", seconds);
    result.samples.push_back((isPrompt ? test.promptTokens : test.generatedTokens) / seconds);
    if (isPrompt) {
        const double gops = static_cast<double>(times->prefillOperations) / seconds / 1e9;
        const auto count = static_cast<double>(result.samples.size());
        result.gops = (result.gops.value_or(0) * (count - 1) + gops) / count;
    } else {
        result.bytesPerToken = times->decodeBytesPerToken;
    }
    return {};
}

Json benchmarkJson(const BenchmarkResult& result)
{
    return {
        { "test", result.test.name() },
        { "tokens_per_second",
            { { "mean", result.mean() }, { "deviation", figureJson(result.deviation()) },
                { "samples", result.samples } } },
        { "threads", result.threadCount },
        { "precision", result.precision },
        { "kv", result.kvFormat },
        { "isa", result.isa },
        { "bytes_per_token", result.bytesPerToken > 0 ? Json(result.bytesPerToken) : Json(nullptr) },
        { "bandwidth_gb_s", figureJson(result.bandwidthGbPerSecond()) },
        { "probe_read_gb_s", result.probeReadGbPerSecond },
        { "share_of_probe", figureJson(result.shareOfProbe()) },
        { "gops", figureJson(result.gops) },
        { "probe_gops", figureJson(result.probeGops) },
        { "share_of_peak", figureJson(result.shareOfPeak()) },
    };
}

std::string benchmarkHeading()
{
    return fmt::format("{:<18} {:>7} {:>20} {:>8} {:>10} {:>8} {:>8} {:>8} {:>8}\n", "test", "threads",
        "tokens/s", "GB/s", "read probe", "share %", "GOPS", "peak", "share %");
}

std::string benchmarkLine(const BenchmarkResult& result)
{
    const auto deviation = result.deviation();
    const std::string speed = deviation ? fmt::format("{:.2f} ± {:.2f}", result.mean(), *deviation)
                                        : fmt::format("{:.2f}", result.mean());
    return fmt::format("{:<18} {:>7} {:>20} {:>8} {:>10.1f} {:>8} {:>8} {:>8} {:>8}\n", result.test.name(),
        result.threadCount, speed, cell(result.bandwidthGbPerSecond()), result.probeReadGbPerSecond,
        cell(result.shareOfProbe(), 100), cell(result.gops), cell(result.probeGops),
        cell(result.shareOfPeak(), 100));
}

} // namespace moru::cli
