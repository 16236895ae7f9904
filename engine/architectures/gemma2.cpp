#include "engine/architectures/architecture.h"
#include "engine/architectures/blocks.h"
#include "engine/architectures/config_keys.h"

#include <cmath>

namespace moru {

// Gemma 2 decoder. Source: arXiv:2408.00118; models.md section 3.
//   x += postAttentionNorm(attention(norm(x)));  x += postFeedForwardNorm(geglu(norm(x)))
// Attention scores and logits are capped; even layers see the newest `slidingWindow` positions, themselves
// included.

namespace {

/// Absent is the release's cap; only an explicit null means none.
double readSoftcap(ConfigReader& reader, std::string_view key, double absent)
{
    return reader.isNull(key) ? 0 : reader.numberOr(key, absent, { 0, 1e6 });
}

void readGemma2Config(ConfigReader& reader, ModelConfig& c)
{
    readDecoderSizes(
        reader, c, { .headCount = 8, .kvHeadCount = 4, .headDim = 256, .vocabularySize = 256000 });
    c.rope = readRope(reader, c.headDim, 10000.0);
    c.hasTiedHead = reader.boolOr("tie_word_embeddings", true);
    c.queryPreAttentionScalar = reader.numberOr("query_pre_attn_scalar", 256, { 1e-3, 1e6 });
    c.attentionSoftcap = readSoftcap(reader, "attn_logit_softcapping", 50);
    c.finalSoftcap = readSoftcap(reader, "final_logit_softcapping", 30);
    c.slidingWindow = reader.integerOr("sliding_window", 4096, { 1, 1 << 26 });
    c.isLocalLayer = readLocalLayers(
        reader, c.layerCount, "sliding_attention", [](int layer, int) { return layer % 2 == 0; }, 2);
    requireFalse(reader, "attention_bias");
    requireActivation(reader, "hidden_activation", "gelu_pytorch_tanh");
}

Value gemma2Layer(GraphBuilder& g, const ModelConfig& c, int layer, int rope, Value x)
{
    const Norm norm = Norm::zeroCentred(c.normEpsilon);
    g.enterLayer(layer, layerPrefix(c, layer), x);
    {
        const auto role = g.role(OperationRole::Attention);
        Value h = g.rmsNorm("attention_input", x, "input_layernorm", norm);
        const Value q = g.linear("q_projection", h, "self_attn.q_proj", c.headCount * c.headDim);
        const Value k = g.linear("k_projection", h, "self_attn.k_proj", c.kvHeadCount * c.headDim);
        const Value v = g.linear("v_projection", h, "self_attn.v_proj", c.kvHeadCount * c.headDim);
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

Graph buildGemma2(const ModelConfig& c)
{
    GraphBuilder g;
    const int rope = g.addRopeTable(makeRopeTable(c.rope));
    Value x = g.embedding("embedding", c.tensorPrefix + "embed_tokens", c.vocabularySize, c.hiddenSize,
        std::sqrt(double(c.hiddenSize)));
    for (int layer = 0; layer < c.layerCount; ++layer)
        x = gemma2Layer(g, c, layer, rope, x);
    Value logits = outputHead(g, c, x, Norm::zeroCentred(c.normEpsilon));
    const auto role = g.role(OperationRole::Head);
    if (c.finalSoftcap > 0)
        logits = g.softcap("logits_capped", logits, c.finalSoftcap);
    return g.finish(logits);
}

} // namespace

extern const Architecture gemma2;
const Architecture gemma2 {
    .family = "gemma2",
    .modelTypes = { "gemma2" },
    .nestedConfig = {},
    .readConfig = readGemma2Config,
    .buildGraph = buildGemma2,
    .tensorPrefixes = { "model." },
    .ignoredTensors = { "*.rotary_emb.inv_freq" },
};

} // namespace moru
