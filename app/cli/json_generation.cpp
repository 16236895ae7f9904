#include "app/cli/json_generation.h"

#include "app/cli/json_model.h"
#include "engine/api/machine.h"

#include <fmt/format.h>

namespace moru::cli {

namespace {

Json timingsJson(const GenerationTimings& timings, double loadTimeMs)
{
    return {
        { "load_ms", loadTimeMs },
        { "prompt_ms", timings.promptMs },
        { "prompt_tokens_per_second", figureJson(timings.promptTokensPerSecond) },
        { "first_token_ms", figureJson(timings.firstTokenMs) },
        { "decode_ms", timings.decodeMs },
        { "decode_tokens_per_second", figureJson(timings.decodeTokensPerSecond) },
        { "total_ms", timings.totalMs },
        { "peak_rss_bytes", processMemory().peakResidentBytes },
    };
}

} // namespace

Json generationJson(const GenerationResult& result, const LoadedModel& model)
{
    Json json {
        { "ids", result.ids },
        { "text", result.text },
        { "thinking", result.thinking },
        { "answer", result.answer },
        { "stop_reason", stopReasonName(result.stopReason) },
        { "prompt_tokens", result.promptTokens },
        { "reused_tokens", result.reusedTokens },
        { "dropped_messages", result.droppedMessages },
        { "timings", timingsJson(result.timings, model.loadTimeMs()) },
        { "seed", result.seed },
        { "settings", samplingJson(result.sampling) },
        { "model", pathString(model.description().folder) },
        { "precision", precisionName(model.options().precision) },
        { "threads", model.options().threadCount },
        { "context", model.options().contextLength },
        { "kv", kvFormatName(*model.options().kvFormat) },
        { "isa", model.isa() },
    };
    if (result.error)
        json["error"] = errorJson(*result.error)["error"];
    return json;
}

std::string statisticsLine(const GenerationResult& result)
{
    const GenerationTimings& timings = result.timings;
    std::string line = fmt::format("{} tokens", result.ids.size());
    if (timings.decodeTokensPerSecond)
        line += fmt::format(" at {:.1f} tokens/s", *timings.decodeTokensPerSecond);
    if (timings.firstTokenMs)
        line += fmt::format(" · first token after {:.2f} s", *timings.firstTokenMs / 1000);
    line += fmt::format(" · prompt {} tokens", result.promptTokens);
    if (result.reusedTokens > 0)
        line += fmt::format(", {} reused", result.reusedTokens);
    if (timings.promptTokensPerSecond)
        line += fmt::format(", {:.1f} tokens/s", *timings.promptTokensPerSecond);
    return line + fmt::format(" · {} · seed {}", stopReasonName(result.stopReason), result.seed);
}

} // namespace moru::cli
