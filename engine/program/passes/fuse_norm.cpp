#include "engine/program/passes/passes.h"

namespace moru {

void fuseNorm(Graph& graph, const std::vector<bool>& isObserved)
{
    const std::vector<int> uses = countUses(graph);
    std::vector<Operation> fused;
    for (Operation& operation : graph.operations) {
        auto* quantise = std::get_if<QuantiseAttributes>(&operation.attributes);
        const auto* norm = fused.empty() ? nullptr : std::get_if<RmsNormAttributes>(&fused.back().attributes);
        const bool fits = quantise && norm && norm->groupSize == quantise->columns
            && fused.back().outputs == operation.inputs && uses[std::size_t(operation.inputs[0].id)] == 1
            && !isObserved[std::size_t(operation.inputs[0].id)];
        if (fits) {
            quantise->norm = *norm;
            fused.back().attributes = *quantise;
            fused.back().outputs = operation.outputs;
        } else {
            fused.push_back(std::move(operation));
        }
    }
    graph.operations = std::move(fused);
}

} // namespace moru
