#include "engine/architectures/architecture.h"
#include "engine/architectures/blocks.h"
#include "engine/architectures/config_keys.h"

namespace moru {

// Qwen2.5 decoder. Source: arXiv:2412.15115; models.md section 6.
//   x += attention(norm(x));  x += swiglu(norm(x))
// Llama's layers with biases on q, k and v only. The window keys of the published files are switched off by
// "use_sliding_window": false and must be ignored then.

namespace {

void readQwen2Config(ConfigReader& reader, ModelConfig& c)
{
    readDecoderSizes(reader, c, { .contextLength = 32768 });
    c.rope = readRope(reader, c.headDim, 10000.0);
    c.hasTiedHead = reader.boolOr("tie_word_embeddings", false);
    requireFalse(reader, "use_sliding_window");
    requireActivation(reader, "hidden_act", "silu");
}

Value qwen2Layer(GraphBuilder& g, const ModelConfig& c, int layer, int rope, Value x)
{
    const Norm norm = Norm::plain(c.normEpsilon);
    constexpr bool hasBias = true;
    g.enterLayer(layer, layerPrefix(c, layer), x);
    {
        const auto role = g.role(OperationRole::Attention);
        Value h = g.rmsNorm("attention_input", x, "input_layernorm", norm);
        const Value q = g.linear("q_projection", h, "self_attn.q_proj", c.headCount * c.headDim, hasBias);
        const Value k = g.linear("k_projection", h, "self_attn.k_proj", c.kvHeadCount * c.headDim, hasBias);
        const Value v = g.linear("v_projection", h, "self_attn.v_proj", c.kvHeadCount * c.headDim, hasBias);
        h = g.attention("attention_context",
            { .query = g.rope("q_rope", q, rope, c.headDim),
                .key = g.rope("k_rope", k, rope, c.headDim),
                .value = v,
                .headDim = c.headDim,
                .scale = c.attentionScale() });
        h = g.linear("attention_output", h, "self_attn.o_proj", c.hiddenSize);
        x = g.add("attention_residual", x, h);
    }
    {
        const auto role = g.role(OperationRole::Mlp);
        const Value h = g.rmsNorm("mlp_input", x, "post_attention_layernorm", norm);
        return g.add("mlp_residual", x, gatedMlp(g, c, h, Activation::Silu));
    }
}

Graph buildQwen2(const ModelConfig& c)
{
    GraphBuilder g;
    const int rope = g.addRopeTable(makeRopeTable(c.rope));
    Value x = g.embedding("embedding", c.tensorPrefix + "embed_tokens", c.vocabularySize, c.hiddenSize, 1.0);
    for (int layer = 0; layer < c.layerCount; ++layer)
        x = qwen2Layer(g, c, layer, rope, x);
    return g.finish(outputHead(g, c, x, Norm::plain(c.normEpsilon)));
}

} // namespace

extern const Architecture qwen2;
const Architecture qwen2 {
    .family = "qwen2",
    .modelTypes = { "qwen2" },
    .nestedConfig = {},
    .readConfig = readQwen2Config,
    .buildGraph = buildQwen2,
    .tensorPrefixes = { "model." },
    .ignoredTensors = { "*.rotary_emb.inv_freq" },
};

} // namespace moru
