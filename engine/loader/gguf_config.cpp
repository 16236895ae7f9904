#include "engine/loader/gguf_config.h"

#include "engine/loader/config_reader.h"

#include <charconv>
#include <limits>

namespace moru {

namespace {

using nlohmann::json;

constexpr Bounds kIds { 0, std::numeric_limits<int>::max() };
constexpr Bounds kSizes { 1, 1 << 24 };

constexpr int kGemma3LocalPattern = 6; // every sixth layer is global
constexpr double kGemma3LocalRopeTheta = 10000.0;
constexpr int kLayersOfGemma3With27B = 62;

/// The file holds 32-bit floats; the release's "1e-06" is their shortest form of six digits.
double sixDigits(double value)
{
    const std::string text = fmt::format("{:.6g}", value);
    double rounded = value;
    std::from_chars(text.data(), text.data() + text.size(), rounded);
    return rounded;
}

/// Reads the metadata of one family: "llama.block_count" by "block_count".
class Metadata {
public:
    Metadata(const GgufFile& file, GgufFamily family)
        : reader_(file.metadata(), file.path())
        , prefix_(std::string(ggufFamilyName(family)) + ".")
    {
    }

    [[nodiscard]] int layerCount() { return reader_.integer(full("block_count"), { 1, 1 << 12 }); }
    [[nodiscard]] int size(std::string_view key) { return reader_.integer(full(key), kSizes); }
    [[nodiscard]] std::optional<int> optionalSize(std::string_view key)
    {
        return reader_.optionalInteger(full(key), kSizes);
    }
    [[nodiscard]] double number(std::string_view key, NumberBounds bounds)
    {
        return reader_.number(full(key), bounds);
    }
    [[nodiscard]] double numberOr(std::string_view key, double absent, NumberBounds bounds)
    {
        return reader_.numberOr(full(key), absent, bounds);
    }
    [[nodiscard]] std::optional<int> tokenId(std::string_view name)
    {
        return reader_.optionalInteger(fmt::format("tokenizer.ggml.{}_token_id", name), kIds);
    }

    /// Null without scaling.
    [[nodiscard]] json ropeScaling()
    {
        const std::string kind = reader_.stringOr(full("rope.scaling.type"), "none");
        if (kind == "none")
            return nullptr;
        if (kind != "linear")
            reader_.fail(full("rope.scaling.type"), fmt::format("\"{}\" cannot be imported", kind),
                ErrorCode::UnsupportedArchitecture);
        return { { "rope_type", "linear" }, { "factor", number("rope.scaling.factor", { 1, 1e6 }) } };
    }

    [[nodiscard]] Result<void> finish() const { return reader_.finish(); }

private:
    [[nodiscard]] std::string full(std::string_view key) const { return prefix_ + std::string(key); }

    ConfigReader reader_;
    std::string prefix_;
};

struct Special {
    std::optional<int> bos, eos, pad;
};

json commonConfig(Metadata& metadata, const GgufTensor& embedding, const Special& special)
{
    const int headCount = metadata.size("attention.head_count");
    json config {
        { "attention_dropout", 0.0 },
        { "hidden_size", embedding.shape[1] },
        { "initializer_range", 0.02 },
        { "intermediate_size", metadata.size("feed_forward_length") },
        { "max_position_embeddings", metadata.size("context_length") },
        { "num_attention_heads", headCount },
        { "num_hidden_layers", metadata.layerCount() },
        { "num_key_value_heads", metadata.optionalSize("attention.head_count_kv").value_or(headCount) },
        { "rms_norm_eps", sixDigits(metadata.number("attention.layer_norm_rms_epsilon", { 0, 1 })) },
        { "rope_theta", metadata.numberOr("rope.freq_base", 10000.0, { 1, 1e12 }) },
        { "torch_dtype", "bfloat16" },
        { "use_cache", true },
        { "vocab_size", embedding.shape[0] },
    };
    if (special.bos)
        config["bos_token_id"] = *special.bos;
    if (special.eos)
        config["eos_token_id"] = *special.eos;
    return config;
}

/// The key is left out where the class derives the same value itself.
void addUnusualHeadDim(json& config, Metadata& metadata)
{
    const auto headDim = metadata.optionalSize("attention.key_length");
    if (headDim && config["hidden_size"] != *headDim * config["num_attention_heads"].get<std::int64_t>())
        config["head_dim"] = *headDim;
}

void addLlama(json& config, Metadata& metadata, const Special& special, bool isTied)
{
    config.update({ { "architectures", { "LlamaForCausalLM" } }, { "model_type", "llama" },
        { "attention_bias", false }, { "hidden_act", "silu" }, { "mlp_bias", false },
        { "rope_scaling", metadata.ropeScaling() }, { "tie_word_embeddings", isTied } });
    if (special.pad)
        config["pad_token_id"] = *special.pad;
    addUnusualHeadDim(config, metadata);
}

void addQwen2(json& config, Metadata& metadata, bool isTied)
{
    // sliding_window and max_window_layers are constants of the release, switched off by use_sliding_window.
    config.update({ { "architectures", { "Qwen2ForCausalLM" } }, { "model_type", "qwen2" },
        { "hidden_act", "silu" }, { "max_window_layers", 21 }, { "sliding_window", 32768 },
        { "tie_word_embeddings", isTied }, { "use_sliding_window", false } });
    if (json scaling = metadata.ropeScaling(); !scaling.is_null())
        config["rope_scaling"] = std::move(scaling);
    addUnusualHeadDim(config, metadata);
}

/// The file holds the global RoPE base only; the local one and the pattern are constants of the family.
void addGemma3(json& config, Metadata& metadata, const Special& special, bool isTied)
{
    const int headDim = metadata.size("attention.key_length");
    const int layerCount = config["num_hidden_layers"].get<int>();
    json layerTypes = json::array();
    for (int layer = 0; layer < layerCount; ++layer)
        layerTypes.push_back((layer + 1) % kGemma3LocalPattern == 0 ? "full_attention" : "sliding_attention");
    // All sizes scale by their head dimension but the largest, which uses hiddenSize / headCount.
    const std::int64_t attentionScalar = layerCount == kLayersOfGemma3With27B
        ? config["hidden_size"].get<std::int64_t>() / config["num_attention_heads"].get<int>()
        : headDim;
    config.update({ { "architectures", { "Gemma3ForCausalLM" } }, { "model_type", "gemma3_text" },
        { "_sliding_window_pattern", kGemma3LocalPattern }, { "attention_bias", false },
        { "attn_logit_softcapping", nullptr }, { "final_logit_softcapping", nullptr },
        { "head_dim", headDim }, { "hidden_activation", "gelu_pytorch_tanh" },
        { "layer_types", std::move(layerTypes) }, { "query_pre_attn_scalar", attentionScalar },
        { "rope_local_base_freq", kGemma3LocalRopeTheta }, { "rope_scaling", metadata.ropeScaling() },
        { "sliding_window", metadata.size("attention.sliding_window") } });
    if (special.pad)
        config["pad_token_id"] = *special.pad;
    if (!isTied)
        config["tie_word_embeddings"] = false;
}

/// What the makers recommend stands in no GGUF file; these are the values of the releases.
nlohmann::ordered_json makeGeneration(GgufFamily family, const Special& special)
{
    nlohmann::ordered_json generation = nlohmann::ordered_json::object();
    if (special.bos)
        generation["bos_token_id"] = *special.bos;
    if (special.eos)
        generation["eos_token_id"] = *special.eos;
    if (special.pad)
        generation["pad_token_id"] = *special.pad;
    if (family == GgufFamily::Qwen2) {
        if (special.eos && special.pad)
            generation["eos_token_id"] = { *special.eos, *special.pad };
        generation.update({ { "do_sample", true }, { "temperature", 0.7 }, { "top_p", 0.8 }, { "top_k", 20 },
            { "repetition_penalty", 1.1 } });
    } else if (family == GgufFamily::Gemma3) {
        generation.update({ { "do_sample", true }, { "top_k", 64 }, { "top_p", 0.95 } });
    }
    return generation;
}

} // namespace

Result<ImportedConfig> makeConfig(const GgufFile& file, GgufFamily family)
{
    const auto isTied = tiesEmbeddings(file);
    if (!isTied)
        return std::unexpected(isTied.error());
    Metadata metadata(file, family);
    const Special special { metadata.tokenId("bos"), metadata.tokenId("eos"), metadata.tokenId("padding") };
    ImportedConfig result { commonConfig(metadata, *file.find("token_embd.weight"), special),
        makeGeneration(family, special) };
    switch (family) {
    case GgufFamily::Llama:
        addLlama(result.config, metadata, special, *isTied);
        break;
    case GgufFamily::Qwen2:
        addQwen2(result.config, metadata, *isTied);
        break;
    case GgufFamily::Gemma3:
        addGemma3(result.config, metadata, special, *isTied);
        break;
    }
    if (auto read = metadata.finish(); !read)
        return std::unexpected(read.error());
    return result;
}

} // namespace moru
