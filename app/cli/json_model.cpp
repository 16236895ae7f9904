#include "app/cli/json_model.h"

#include <cmath>

namespace moru::cli {

Json numberJson(double value)
{
    constexpr double kExactBelow = 9007199254740992.0; // 2^53: up to here every whole number is itself
    if (std::floor(value) == value && std::abs(value) < kExactBelow)
        return static_cast<std::int64_t>(value);
    return value;
}

Json figureJson(const std::optional<double>& value)
{
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

std::string pathString(const std::filesystem::path& path)
{
    return path.string();
}

Json samplingJson(const SamplingOptions& sampling)
{
    return {
        { "temperature", sampling.temperature },
        { "top_k", sampling.topK },
        { "top_p", sampling.topP },
        { "min_p", sampling.minP },
        { "repetition_penalty", sampling.repetitionPenalty },
        { "presence_penalty", sampling.presencePenalty },
        { "frequency_penalty", sampling.frequencyPenalty },
    };
}

Json modelJson(const ModelDescription& description)
{
    Json config = Json::object();
    for (const auto& [name, value] : description.config)
        config[name] = numberJson(value);
    Json tensors = Json::array();
    for (const TensorDescription& tensor : description.tensors) {
        tensors.push_back({ { "name", tensor.name }, { "dtype", tensor.dtype }, { "shape", tensor.shape },
            { "bytes", tensor.sizeBytes }, { "file", tensor.file } });
    }
    return {
        { "path", pathString(description.folder) },
        { "family", description.family },
        { "architecture", description.architecture },
        { "parameters", description.parameterCount },
        { "size_bytes", description.weightBytes },
        { "layers", description.layerCount },
        { "context_length", description.contextLength },
        { "vocabulary", description.vocabularySize },
        { "config", std::move(config) },
        { "tokenizer", description.hasTokenizer },
        { "template", description.promptFormat.empty() ? Json(nullptr) : Json(description.promptFormat) },
        { "base_model", description.isBaseModel },
        { "thinking_switch", description.hasThinkingSwitch },
        { "sampling", samplingJson(description.sampling) },
        { "sampling_from_model", description.samplingIsFromModel },
        { "stop_token_ids", description.endTokenIds },
        { "tensors", std::move(tensors) },
    };
}

} // namespace moru::cli
