#include "engine/architectures/architecture.h"
#include "engine/architectures/blocks.h"
#include "engine/architectures/config_keys.h"

#include <cmath>

namespace moru {

// Gemma 3 text decoder. Source: arXiv:2503.19786; models.md section 4.
//   x += postAttentionNorm(attention(norm(x)));  x += postFeedForwardNorm(geglu(norm(x)))
// All norms are zero-centred, q and k are normed per head before RoPE. Five sliding layers, then a global one
// with its own RoPE. The multimodal file holds the same decoder under another prefix.

namespace {

/// Old files: "rope_theta", "rope_local_base_freq" and "rope_scaling" (global layers only).
/// New ones: "rope_parameters" with one object for each kind of layer.
void readGemma3Rope(ConfigReader& reader, ModelConfig& c)
{
    ConfigReader both = reader.object("rope_parameters");
    if (both.has("full_attention") || both.has("sliding_attention")) {
        const auto one = [&](std::string_view kind, double theta) {
            RopeConfig rope { .theta = theta, .rotaryDim = c.headDim };
            ConfigReader parameters = both.object(kind);
            rope.theta = parameters.numberOr("rope_theta", theta, { 1, 1e12 });
            if (parameters.stringOr("rope_type", "default") == "linear") {
                rope.scaling = RopeConfig::Scaling::Linear;
                rope.factor = parameters.number("factor", { 1e-3, 1e6 });
            } else if (parameters.stringOr("rope_type", "default") != "default") {
                parameters.fail("rope_type", "only default and linear are known for this family");
            }
            return rope;
        };
        c.rope = one("full_attention", 1e6);
        c.localRope = one("sliding_attention", 1e4);
        return;
    }
    c.rope = readRope(reader, c.headDim, 1e6);
    c.localRope
        = { .theta = reader.numberOr("rope_local_base_freq", 1e4, { 1, 1e12 }), .rotaryDim = c.headDim };
}

void readGemma3Config(ConfigReader& reader, ModelConfig& c)
{
    readDecoderSizes(reader, c,
        { .headCount = 8,
            .kvHeadCount = 4,
            .headDim = 256,
            .vocabularySize = 262208,
            .contextLength = 131072 });
    readGemma3Rope(reader, c);
    c.hasTiedHead = reader.boolOr("tie_word_embeddings", true);
    c.queryPreAttentionScalar = reader.numberOr("query_pre_attn_scalar", 256, { 1e-3, 1e6 });
    c.attentionSoftcap = reader.numberOr("attn_logit_softcapping", 0, { 0, 1e6 });
    c.finalSoftcap = reader.numberOr("final_logit_softcapping", 0, { 0, 1e6 });
    c.slidingWindow = reader.integerOr("sliding_window", 4096, { 1, 1 << 26 });
    requireActivation(reader, "hidden_activation", "gelu_pytorch_tanh");
    const int pattern = reader.integerOr(
        "sliding_window_pattern", reader.integerOr("_sliding_window_pattern", 6, { 1, 1024 }), { 1, 1024 });
    c.isLocalLayer = readLocalLayers(
        reader, c.layerCount, "sliding_attention",
        [](int layer, int every) { return (layer + 1) % every != 0; }, pattern);
    requireFalse(reader, "attention_bias");
}

struct RopePair {
    int global = 0;
    int local = 0;
};

Value gemma3Layer(GraphBuilder& g, const ModelConfig& c, int layer, RopePair ropes, Value x)
{
    const Norm norm = Norm::zeroCentred(c.normEpsilon);
    const int rope = c.isLocal(layer) ? ropes.local : ropes.global;
    g.enterLayer(layer, layerPrefix(c, layer), x);
    {
        const auto role = g.role(OperationRole::Attention);
        Value h = g.rmsNorm("attention_input", x, "input_layernorm", norm);
        Value q = g.linear("q_projection", h, "self_attn.q_proj", c.headCount * c.headDim);
        Value k = g.linear("k_projection", h, "self_attn.k_proj", c.kvHeadCount * c.headDim);
        const Value v = g.linear("v_projection", h, "self_attn.v_proj", c.kvHeadCount * c.headDim);
        q = g.headNorm("q_norm", q, "self_attn.q_norm", c.headDim, norm);
        k = g.headNorm("k_norm", k, "self_attn.k_norm", c.headDim, norm);
        h = g.attention("attention_context",
            { .query = g.rope("q_rope", q, rope, c.headDim),
                .key = g.rope("k_rope", k, rope, c.headDim),
                .value = v,
                .headDim = c.headDim,
                .scale = c.attentionScale(),
                .softcap = c.attentionSoftcap,
                .window = c.isLocal(layer) ? std::optional(c.slidingWindow) : std::nullopt });
        h = g.linear("attention_output", h, "self_attn.o_proj", c.hiddenSize);
        h = g.rmsNorm("post_attention_norm", h, "post_attention_layernorm", norm);
        x = g.add("attention_residual", x, h);
    }
    {
        const auto role = g.role(OperationRole::Mlp);
        Value h = g.rmsNorm("mlp_input", x, "pre_feedforward_layernorm", norm);
        h = gatedMlp(g, c, h, Activation::GeluTanh);
        h = g.rmsNorm("post_mlp_norm", h, "post_feedforward_layernorm", norm);
        return g.add("mlp_residual", x, h);
    }
}

Graph buildGemma3(const ModelConfig& c)
{
    GraphBuilder g;
    const RopePair ropes { g.addRopeTable(makeRopeTable(c.rope)),
        g.addRopeTable(makeRopeTable(c.localRope)) };
    Value x = g.embedding("embedding", c.tensorPrefix + "embed_tokens", c.vocabularySize, c.hiddenSize,
        std::sqrt(double(c.hiddenSize)));
    for (int layer = 0; layer < c.layerCount; ++layer)
        x = gemma3Layer(g, c, layer, ropes, x);
    Value logits = outputHead(g, c, x, Norm::zeroCentred(c.normEpsilon));
    const auto role = g.role(OperationRole::Head);
    if (c.finalSoftcap > 0)
        logits = g.softcap("logits_capped", logits, c.finalSoftcap);
    return g.finish(logits);
}

} // namespace

extern const Architecture gemma3;
const Architecture gemma3 {
    .family = "gemma3",
    .modelTypes = { "gemma3", "gemma3_text" },
    .nestedConfig = "text_config",
    .readConfig = readGemma3Config,
    .buildGraph = buildGemma3,
    .tensorPrefixes = { "language_model.model.", "model.language_model.", "model." },
    .ignoredTensors = { "vision_tower.*", "model.vision_tower.*", "multi_modal_projector.*",
        "model.multi_modal_projector.*", "*.rotary_emb.inv_freq" },
};

} // namespace moru
