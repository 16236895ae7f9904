#include "engine/architectures/architecture.h"
#include "engine/architectures/blocks.h"
#include "engine/architectures/config_keys.h"

#include <cmath>

namespace moru {

// Gemma 1 decoder. Source: arXiv:2403.08295; models.md section 2.
//   x += attention(norm(x));  x += geglu(norm(x))
// Zero-centred norms, one key/value head in the 2B, embedding times √hiddenSize. The activation is the tanh
// form of GELU whatever "hidden_act" says: the published files say "gelu" and mean it.

namespace {

void readGemmaConfig(ConfigReader& reader, ModelConfig& c)
{
    readDecoderSizes(
        reader, c, { .headCount = 16, .kvHeadCount = 16, .headDim = 256, .vocabularySize = 256000 });
    c.rope = readRope(reader, c.headDim, 10000.0);
    c.hasTiedHead = reader.boolOr("tie_word_embeddings", true);
    requireFalse(reader, "attention_bias");
}

Value gemmaLayer(GraphBuilder& g, const ModelConfig& c, int layer, int rope, Value x)
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
                .scale = c.attentionScale() });
        h = g.linear("attention_output", h, "self_attn.o_proj", c.hiddenSize);
        x = g.add("attention_residual", x, h);
    }
    {
        const auto role = g.role(OperationRole::Mlp);
        const Value h = g.rmsNorm("mlp_input", x, "post_attention_layernorm", norm);
        return g.add("mlp_residual", x, gatedMlp(g, c, h, Activation::GeluTanh));
    }
}

Graph buildGemma(const ModelConfig& c)
{
    GraphBuilder g;
    const int rope = g.addRopeTable(makeRopeTable(c.rope));
    Value x = g.embedding("embedding", c.tensorPrefix + "embed_tokens", c.vocabularySize, c.hiddenSize,
        std::sqrt(double(c.hiddenSize)));
    for (int layer = 0; layer < c.layerCount; ++layer)
        x = gemmaLayer(g, c, layer, rope, x);
    return g.finish(outputHead(g, c, x, Norm::zeroCentred(c.normEpsilon)));
}

} // namespace

extern const Architecture gemma;
const Architecture gemma {
    .family = "gemma",
    .modelTypes = { "gemma" },
    .nestedConfig = {},
    .readConfig = readGemmaConfig,
    .buildGraph = buildGemma,
    .tensorPrefixes = { "model." },
    .ignoredTensors = { "*.rotary_emb.inv_freq" },
};

} // namespace moru
