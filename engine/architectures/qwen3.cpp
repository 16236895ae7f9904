#include "engine/architectures/architecture.h"
#include "engine/architectures/blocks.h"
#include "engine/architectures/config_keys.h"

namespace moru {

// Qwen3 decoder. Source: arXiv:2505.09388; models.md section 7.
//   x += attention(norm(x));  x += swiglu(norm(x))
// Llama's layers with plain norms on each head of q and k before RoPE, and no biases.

namespace {

void readQwen3Config(ConfigReader& reader, ModelConfig& c)
{
    readDecoderSizes(reader, c, { .headDim = 128, .contextLength = 32768 });
    c.rope = readRope(reader, c.headDim, 10000.0);
    c.hasTiedHead = reader.boolOr("tie_word_embeddings", false);
    requireFalse(reader, "use_sliding_window");
    requireFalse(reader, "attention_bias");
    requireActivation(reader, "hidden_act", "silu");
}

Value qwen3Layer(GraphBuilder& g, const ModelConfig& c, int layer, int rope, Value x)
{
    const Norm norm = Norm::plain(c.normEpsilon);
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

Graph buildQwen3(const ModelConfig& c)
{
    GraphBuilder g;
    const int rope = g.addRopeTable(makeRopeTable(c.rope));
    Value x = g.embedding("embedding", c.tensorPrefix + "embed_tokens", c.vocabularySize, c.hiddenSize, 1.0);
    for (int layer = 0; layer < c.layerCount; ++layer)
        x = qwen3Layer(g, c, layer, rope, x);
    return g.finish(outputHead(g, c, x, Norm::plain(c.normEpsilon)));
}

} // namespace

extern const Architecture qwen3;
const Architecture qwen3 {
    .family = "qwen3",
    .modelTypes = { "qwen3" },
    .nestedConfig = {},
    .readConfig = readQwen3Config,
    .buildGraph = buildQwen3,
    .tensorPrefixes = { "model." },
    .ignoredTensors = { "*.rotary_emb.inv_freq" },
};

} // namespace moru
