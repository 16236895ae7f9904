#include "engine/architectures/config_keys.h"

#include <fmt/core.h>

namespace moru {

namespace {

// Caps that no model of these families comes near, small enough that products of two stay far from overflow.
constexpr Bounds kSize { 1, 1 << 20 };
constexpr Bounds kLayers { 1, 1024 };
constexpr Bounds kHeads { 1, 1024 };
constexpr Bounds kHeadDim { 2, 4096 };
constexpr Bounds kVocabulary { 2, 1 << 22 };
constexpr Bounds kContext { 1, 1 << 26 };
constexpr NumberBounds kTheta { 1, 1e12 };
constexpr NumberBounds kFactor { 1e-3, 1e6 };

RopeConfig::Scaling parseScaling(ConfigReader& reader, std::string_view key, const std::string& name)
{
    if (name == "default")
        return RopeConfig::Scaling::None;
    if (name == "linear")
        return RopeConfig::Scaling::Linear;
    if (name == "llama3")
        return RopeConfig::Scaling::Llama3;
    reader.fail(key, fmt::format("RoPE scaling \"{}\" is not known; default, linear and llama3 are", name));
    return RopeConfig::Scaling::None;
}

/// Older files write "type", newer ones "rope_type".
void readScaling(ConfigReader& scaling, RopeConfig& rope)
{
    const std::string type = scaling.stringOr("rope_type", scaling.stringOr("type", "default"));
    rope.scaling = parseScaling(scaling, "rope_type", type);
    if (rope.scaling == RopeConfig::Scaling::None)
        return;
    rope.factor = scaling.number("factor", kFactor);
    if (rope.scaling == RopeConfig::Scaling::Llama3) {
        rope.lowFrequencyFactor = scaling.number("low_freq_factor", kFactor);
        rope.highFrequencyFactor = scaling.number("high_freq_factor", kFactor);
        rope.originalContextLength = scaling.number("original_max_position_embeddings", { 1, 1e9 });
        if (rope.highFrequencyFactor <= rope.lowFrequencyFactor)
            scaling.fail("high_freq_factor", "must be larger than low_freq_factor");
    }
}

} // namespace

void readDecoderSizes(ConfigReader& reader, ModelConfig& config, const DecoderDefaults& absent)
{
    const auto sizeOr = [&](std::string_view key, int fallback, Bounds bounds) {
        return fallback > 0 ? reader.integerOr(key, fallback, bounds) : reader.integer(key, bounds);
    };
    config.layerCount = reader.integer("num_hidden_layers", kLayers);
    config.hiddenSize = reader.integer("hidden_size", kSize);
    config.feedForwardSize = reader.integer("intermediate_size", kSize);
    config.headCount = sizeOr("num_attention_heads", absent.headCount, kHeads);
    config.kvHeadCount = reader.integerOr(
        "num_key_value_heads", absent.kvHeadCount > 0 ? absent.kvHeadCount : config.headCount, kHeads);
    config.vocabularySize = sizeOr("vocab_size", absent.vocabularySize, kVocabulary);
    config.contextLength = reader.integerOr("max_position_embeddings", absent.contextLength, kContext);
    config.normEpsilon = reader.numberOr("rms_norm_eps", absent.normEpsilon, { 1e-12, 1 });
    if (absent.headDim > 0 || reader.has("head_dim"))
        config.headDim = reader.integerOr("head_dim", absent.headDim, kHeadDim);
    else if (config.hiddenSize % config.headCount != 0)
        reader.fail("num_attention_heads", "does not divide hidden_size, and head_dim is absent");
    else
        config.headDim = config.hiddenSize / config.headCount;
    config.headDim = config.headDim > 1 ? config.headDim : 2;
    if (config.headDim % 2 != 0)
        reader.fail("head_dim", "must be even: rotary embedding works on pairs");
    if (config.headCount % config.kvHeadCount != 0)
        reader.fail("num_key_value_heads",
            fmt::format("{} does not divide {} query heads", config.kvHeadCount, config.headCount));
}

RopeConfig readRope(ConfigReader& reader, int headDim, double thetaWhenAbsent, double shareWhenAbsent)
{
    constexpr std::string_view kShare = "partial_rotary_factor";
    constexpr NumberBounds kShares { 1e-3, 1 };
    RopeConfig rope;
    double share = reader.numberOr(kShare, shareWhenAbsent, kShares);
    if (reader.has("rope_parameters")) {
        ConfigReader parameters = reader.object("rope_parameters");
        rope.theta = parameters.numberOr("rope_theta", thetaWhenAbsent, kTheta);
        readScaling(parameters, rope);
        share = parameters.numberOr(kShare, share, kShares);
    } else {
        rope.theta = reader.numberOr("rope_theta", thetaWhenAbsent, kTheta);
        ConfigReader scaling = reader.object("rope_scaling");
        readScaling(scaling, rope);
    }
    rope.rotaryDim = std::int64_t(headDim * share);
    if (rope.rotaryDim < 2 || rope.rotaryDim % 2 != 0) {
        reader.fail("partial_rotary_factor", "leaves an odd number of dimensions to rotate");
        rope.rotaryDim = 2;
    }
    return rope;
}

std::vector<bool> readLocalLayers(ConfigReader& reader, int layerCount, std::string_view localName,
    bool (*isLocalWhenAbsent)(int layer, int pattern), int pattern)
{
    std::vector<bool> local;
    const std::vector<std::string> types = reader.strings("layer_types", kLayers.most);
    if (types.empty()) {
        for (int layer = 0; layer < layerCount; ++layer)
            local.push_back(isLocalWhenAbsent(layer, pattern));
        return local;
    }
    if (int(types.size()) != layerCount)
        reader.fail("layer_types", fmt::format("has {} entries for {} layers", types.size(), layerCount));
    for (const std::string& type : types) {
        if (type != localName && type != "full_attention")
            reader.fail("layer_types",
                fmt::format("\"{}\" is not known; {} and full_attention are", type, localName));
        local.push_back(type == localName);
    }
    local.resize(std::size_t(layerCount));
    return local;
}

void requireActivation(ConfigReader& reader, std::string_view key, std::string_view only)
{
    if (const std::string name = reader.stringOr(key, only); name != only)
        reader.fail(key, fmt::format("\"{}\" is not supported: this family has {}", name, only),
            ErrorCode::UnsupportedArchitecture);
}

void requireFalse(ConfigReader& reader, std::string_view key)
{
    if (reader.boolOr(key, false))
        reader.fail(
            key, "true is not supported: no registered model has it", ErrorCode::UnsupportedArchitecture);
}

} // namespace moru
