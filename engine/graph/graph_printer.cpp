#include "engine/graph/graph.h"

#include <array>

#include <fmt/core.h>

namespace moru {

std::string_view operationKindName(const Attributes& attributes)
{
    // In the order of the variant.
    static constexpr std::array<std::string_view, std::variant_size_v<Attributes>> names { "embedding",
        "rms_norm", "linear", "rope", "attention", "gated_activation", "add", "softcap", "split_heads",
        "columns", "sigmoid_gate", "convolution", "l2_norm", "sigmoid", "log_decay", "gated_delta_rule",
        "gated_rms_norm", "select_rows", "cache_write", "quantise", "round" };
    return names[attributes.index()];
}

std::string printGraph(const Graph& graph, int layer)
{
    std::string text;
    for (const Operation& operation : graph.operations) {
        if (layer >= 0 && operation.layer != layer)
            continue;
        std::string outputs;
        for (const Value value : operation.outputs)
            outputs += fmt::format("{}%{}[{}]", outputs.empty() ? "" : ", ", value.id, graph.width(value));
        std::string inputs;
        for (const Value value : operation.inputs)
            inputs += fmt::format("{}%{}", inputs.empty() ? "" : ", ", value.id);
        for (const Weight weight : operation.weights)
            inputs += fmt::format(
                "{}{}", inputs.empty() ? "" : ", ", graph.weights[std::size_t(weight.id)].tensor);
        text += fmt::format("{:>3}  {:<20} {} = {}({})\n",
            operation.layer < 0 ? std::string("-") : std::to_string(operation.layer), operation.name, outputs,
            operationKindName(operation.attributes), inputs);
    }
    return text;
}

} // namespace moru
