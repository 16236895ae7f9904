#include "app/cli/json_generation.h"

#include "app/cli/json_model.h"
#include "engine/api/machine.h"

#include <fmt/format.h>

namespace moru::cli {

namespace {

Json timingsJson(const GenerationTimings& timings, std::optional<double> loadTimeMs)
{
    return {
        { "load_ms", figureJson(loadTimeMs) },
        { "prompt_ms", timings.promptMs },
        { "prompt_tokens_per_second", figureJson(timings.promptTokensPerSecond) },
        { "first_token_ms", figureJson(timings.firstTokenMs) },
        { "decode_ms", timings.decodeMs },
        { "decode_tokens_per_second", figureJson(timings.decodeTokensPerSecond) },
        { "total_ms", timings.totalMs },
        { "peak_rss_bytes", processMemory().peakResidentBytes },
    };
}

Json answerJson(const GenerationResult& result, std::optional<double> loadTimeMs)
{
    return {
        { "ids", result.ids },
        { "text", result.text },
        { "thinking", result.thinking },
        { "answer", result.answer },
        { "stop_reason", stopReasonName(result.stopReason) },
        { "prompt_tokens", result.promptTokens },
        { "reused_tokens", result.reusedTokens },
        { "dropped_messages", result.droppedMessages },
        { "timings", timingsJson(result.timings, loadTimeMs) },
    };
}

} // namespace

Json generationJson(const GenerationResult& result, const LoadedModel& model)
{
    Json json = answerJson(result, model.loadTimeMs());
    json["seed"] = result.seed;
    json["settings"] = samplingJson(result.sampling);
    json["model"] = pathString(model.description().folder);
    json["precision"] = precisionName(model.options().precision);
    json["threads"] = model.options().threadCount;
    json["context"] = model.options().contextLength;
    json["kv"] = kvFormatName(*model.options().kvFormat);
    json["isa"] = model.isa();
    if (result.error)
        json["error"] = errorJson(*result.error)["error"];
    return json;
}

Json cancelledGenerationJson()
{
    GenerationResult result;
    result.stopReason = StopReason::Cancelled;
    Json json = answerJson(result, std::nullopt);
    for (const char* name : { "seed", "settings", "model", "precision", "threads", "context", "kv", "isa" })
        json[name] = nullptr; // they are settled by loading
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
