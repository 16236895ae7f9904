#pragma once

#include "app/cli/output.h"
#include "engine/api/session.h"

#include <optional>
#include <string>
#include <vector>

namespace moru::cli {

/// One line of the benchmark, as llama-bench defines and names it: "pp512" reads a prompt, "tg128" decodes,
/// both without tokenizing and sampling; "@ d512" starts with that many tokens in the cache.
struct BenchmarkTest {
    int promptTokens = 0;
    int generatedTokens = 0; ///< Exactly one of the two is not 0.
    int depth = 0;

    [[nodiscard]] std::string name() const;
};

struct BenchmarkResult {
    BenchmarkTest test;
    std::vector<double> samples; ///< Tokens per second, one a repetition.
    double probeReadGbPerSecond = 0; ///< Plain reading on the same threads, between the runs.
    std::optional<double> probeGops
        = std::nullopt; ///< Integer products in registers, likewise; only for prompts.
    std::int64_t bytesPerToken = 0; ///< 0 where it is not what limits (prompt).
    std::optional<double> gops = std::nullopt; ///< Mean over the repetitions; only for prompts.
    int threadCount = 0;
    std::string precision;
    std::string kvFormat;
    std::string isa;

    [[nodiscard]] double mean() const;
    [[nodiscard]] std::optional<double> deviation() const; ///< Of a sample; unset for a single repetition.
    [[nodiscard]] std::optional<double> bandwidthGbPerSecond() const;
    [[nodiscard]] std::optional<double> shareOfProbe() const;
    [[nodiscard]] std::optional<double> shareOfPeak() const; ///< Unset for exact, which multiplies floats.
};

/// Adds one repetition. Errors: as InferenceSession::bench; Internal when a time is not positive.
[[nodiscard]] Result<void> addSample(
    InferenceSession& session, BenchmarkResult& result, std::stop_token stop);

[[nodiscard]] Json benchmarkJson(const BenchmarkResult& result);
[[nodiscard]] std::string benchmarkHeading();
[[nodiscard]] std::string benchmarkLine(const BenchmarkResult& result);

} // namespace moru::cli
