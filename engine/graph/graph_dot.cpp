#include "engine/graph/graph.h"

#include <array>

#include <fmt/core.h>

namespace moru {

namespace {

/// Fill colours by role, in the order of OperationRole: pale, so that black text reads on all of them.
constexpr std::array<std::string_view, kOperationRoleCount> kColours { "#cfe8e4", "#d7dcf5", "#f5dcd0",
    "#eeeeee", "#f3efc9", "#e3d3ee", "#dddddd", "#ffffff" };

} // namespace

std::string dotGraph(const Graph& graph, int layer)
{
    std::string text = "digraph model {\n  node [shape=box, style=filled, fontname=\"sans-serif\"];\n";
    // Who made a value last; values from outside the part shown get no arrow.
    std::vector<int> maker(graph.widths.size(), -1);
    for (std::size_t index = 0; index < graph.operations.size(); ++index) {
        const Operation& operation = graph.operations[index];
        if (layer >= 0 && operation.layer != layer)
            continue;
        text += fmt::format("  o{} [label=\"{}\\n{}\", fillcolor=\"{}\"];\n", index, operation.name,
            operationKindName(operation.attributes), kColours[std::size_t(operation.role)]);
        for (const Value input : operation.inputs) {
            if (const int from = maker[std::size_t(input.id)]; from >= 0)
                text += fmt::format("  o{} -> o{} [label=\"{}\"];\n", from, index, graph.width(input));
        }
        for (const Value output : operation.outputs)
            maker[std::size_t(output.id)] = int(index);
    }
    return text + "}\n";
}

} // namespace moru
