#include "engine/architectures/blocks.h"

namespace moru {

Value gatedMlp(GraphBuilder& g, const ModelConfig& c, Value x, Activation activation)
{
    const Value gate = g.linear("gate", x, "mlp.gate_proj", c.feedForwardSize);
    const Value up = g.linear("up", x, "mlp.up_proj", c.feedForwardSize);
    const Value product = g.gatedActivation("activation", gate, up, activation);
    return g.linear("mlp_output", product, "mlp.down_proj", c.hiddenSize);
}

Value outputHead(GraphBuilder& g, const ModelConfig& c, Value x, Norm norm)
{
    g.leaveLayers(c.tensorPrefix, x);
    const auto role = g.role(OperationRole::Head);
    Value h = g.selectRows("wanted_rows", x);
    h = g.rmsNorm("final_norm", h, "norm", norm);
    std::string matrix = c.tensorPrefix + "embed_tokens.weight";
    if (!c.hasTiedHead) // "model.embed_tokens" and "lm_head", "language_model.model." and
                        // "language_model.lm_head"
        matrix = c.tensorPrefix.substr(0, c.tensorPrefix.rfind("model.")) + "lm_head.weight";
    return g.head("logits", h, matrix, c.vocabularySize);
}

std::string layerPrefix(const ModelConfig& c, int layer)
{
    return c.tensorPrefix + "layers." + std::to_string(layer) + ".";
}

} // namespace moru
