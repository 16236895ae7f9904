#include "engine/architectures/architecture.h"
#include "engine/architectures/blocks.h"
#include "engine/architectures/config_keys.h"

#include <cmath>

namespace moru {

// Qwen3.5 decoder, text path. Source: arXiv:2412.06464 (gated delta rule); models.md section 8.
//   x += mixer(norm(x));  x += swiglu(norm(x))
// Three layers in four mix with a Gated DeltaNet, the fourth with gated attention that rotates a quarter of
// each head. All norms are zero-centred but the gated one. The files' vision tower and its next-token
// predictor (mtp.*) are not part of the decoder.

namespace {

constexpr double kL2Epsilon = 1e-6;

void readQwen35Config(ConfigReader& reader, ModelConfig& c)
{
    readDecoderSizes(reader, c, { .headDim = 256, .contextLength = 32768 });
    c.rope = readRope(reader, c.headDim, 10000.0, 0.25);
    c.hasTiedHead = reader.boolOr("tie_word_embeddings", false);
    const int interval = reader.integerOr("full_attention_interval", 4, { 1, 1024 });
    c.isLocalLayer = readLocalLayers(
        reader, c.layerCount, "linear_attention",
        [](int layer, int every) { return (layer + 1) % every != 0; }, interval);
    c.deltaNet = {
        .keyHeads = reader.integerOr("linear_num_key_heads", 16, { 1, 1024 }),
        .valueHeads = reader.integerOr("linear_num_value_heads", 32, { 1, 1024 }),
        .keyDim = reader.integerOr("linear_key_head_dim", 128, { 1, 4096 }),
        .valueDim = reader.integerOr("linear_value_head_dim", 128, { 1, 4096 }),
        .convolutionTaps = reader.integerOr("linear_conv_kernel_dim", 4, { 1, 64 }),
    };
    if (c.deltaNet.valueHeads % c.deltaNet.keyHeads != 0)
        reader.fail("linear_num_key_heads", "does not divide linear_num_value_heads");
    if (!reader.boolOr("attn_output_gate", true))
        reader.fail("attn_output_gate", "false is not supported: no registered model has it");
    requireFalse(reader, "attention_bias");
    requireActivation(reader, "hidden_act", "silu");
    // The repository has no generation_config.json; this is the model card's row "thinking, general".
    c.cardSampling = SamplingOptions { .presencePenalty = 1.5, .temperature = 1.0, .topK = 20, .topP = 0.95 };
}

/// Gated DeltaNet: convolution over q, k and v, then a delta rule per value head, then a gated norm.
/// Value head j uses key head j / (valueHeads / keyHeads).
Value deltaNetMixer(GraphBuilder& g, const ModelConfig& c, Value h)
{
    const DeltaNetConfig& d = c.deltaNet;
    const std::int64_t keyWidth = d.keyHeads * d.keyDim;
    const std::int64_t valueWidth = d.valueHeads * d.valueDim;
    const Value qkv = g.linear("qkv", h, "linear_attn.in_proj_qkv", 2 * keyWidth + valueWidth);
    const Value z = g.linear("z", h, "linear_attn.in_proj_z", valueWidth);
    const Value b = g.linear("b", h, "linear_attn.in_proj_b", d.valueHeads);
    const Value a = g.linear("a", h, "linear_attn.in_proj_a", d.valueHeads);

    const Value mixed = g.convolution("conv", qkv, "linear_attn.conv1d", d.convolutionTaps);
    const Value q = g.columns("conv_q", mixed, 0, keyWidth);
    const Value k = g.columns("conv_k", mixed, keyWidth, keyWidth);
    const Value v = g.columns("conv_v", mixed, 2 * keyWidth, valueWidth);
    const Value qHat = g.l2Norm("q_hat", q, d.keyDim, kL2Epsilon, 1.0 / std::sqrt(double(d.keyDim)));
    const Value kHat = g.l2Norm("k_hat", k, d.keyDim, kL2Epsilon, 1.0);
    const Value beta = g.sigmoid("beta", b);
    const Value decay = g.logDecay("g", a, "linear_attn.A_log", "linear_attn.dt_bias");

    h = g.gatedDeltaRule("delta_output", { qHat, kHat, v, decay, beta }, d.keyHeads, d.valueHeads);
    h = g.gatedRmsNorm("gated_norm", h, z, "linear_attn.norm", d.valueDim, c.normEpsilon);
    return g.linear("attention_output", h, "linear_attn.out_proj", c.hiddenSize);
}

/// Attention whose output is gated before o_proj. q_proj gives each head's query, then its gate.
Value gatedAttentionMixer(GraphBuilder& g, const ModelConfig& c, int rope, Value h)
{
    const Norm norm = Norm::zeroCentred(c.normEpsilon);
    const Value both = g.linear("q_projection", h, "self_attn.q_proj", 2 * c.headCount * c.headDim);
    Value k = g.linear("k_projection", h, "self_attn.k_proj", c.kvHeadCount * c.headDim);
    const Value v = g.linear("v_projection", h, "self_attn.v_proj", c.kvHeadCount * c.headDim);
    auto [q, gate] = g.splitHeads("query_and_gate", both, c.headDim);
    q = g.headNorm("q_norm", q, "self_attn.q_norm", c.headDim, norm);
    k = g.headNorm("k_norm", k, "self_attn.k_norm", c.headDim, norm);
    h = g.attention("attention",
        { .query = g.rope("q_rope", q, rope, c.headDim),
            .key = g.rope("k_rope", k, rope, c.headDim),
            .value = v,
            .headDim = c.headDim,
            .scale = c.attentionScale() });
    h = g.sigmoidGate("attention_context", h, gate);
    return g.linear("attention_output", h, "self_attn.o_proj", c.hiddenSize);
}

Value qwen35Layer(GraphBuilder& g, const ModelConfig& c, int layer, int rope, Value x)
{
    const Norm norm = Norm::zeroCentred(c.normEpsilon);
    g.enterLayer(layer, layerPrefix(c, layer), x);
    {
        const auto role = g.role(OperationRole::Attention);
        const Value h = g.rmsNorm("attention_input", x, "input_layernorm", norm);
        x = g.add("attention_residual", x,
            c.isLocal(layer) ? deltaNetMixer(g, c, h) : gatedAttentionMixer(g, c, rope, h));
    }
    {
        const auto role = g.role(OperationRole::Mlp);
        const Value h = g.rmsNorm("mlp_input", x, "post_attention_layernorm", norm);
        return g.add("mlp_residual", x, gatedMlp(g, c, h, Activation::Silu));
    }
}

Graph buildQwen35(const ModelConfig& c)
{
    GraphBuilder g;
    const int rope = g.addRopeTable(makeRopeTable(c.rope));
    Value x = g.embedding("embedding", c.tensorPrefix + "embed_tokens", c.vocabularySize, c.hiddenSize, 1.0);
    for (int layer = 0; layer < c.layerCount; ++layer)
        x = qwen35Layer(g, c, layer, rope, x);
    return g.finish(outputHead(g, c, x, Norm::zeroCentred(c.normEpsilon)));
}

} // namespace

extern const Architecture qwen3_5;
const Architecture qwen3_5 {
    .family = "qwen3_5",
    .modelTypes = { "qwen3_5", "qwen3_5_text" },
    .nestedConfig = "text_config",
    .readConfig = readQwen35Config,
    .buildGraph = buildQwen35,
    // "language_model.model." is the prefix of a conversion that shifts norms and turns the convolution; its
    // shapes differ, so it is refused by the tensor check (models.md 8.7).
    .tensorPrefixes = { "model.language_model.", "model.", "language_model.model." },
    .ignoredTensors = { "model.visual.*", "visual.*", "mtp.*", "model.mtp.*" },
};

} // namespace moru
