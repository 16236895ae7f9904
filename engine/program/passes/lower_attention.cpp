#include "engine/program/passes/passes.h"

namespace moru {

void lowerAttention(Graph& graph)
{
    std::vector<Operation> lowered;
    lowered.reserve(graph.operations.size());
    for (Operation& operation : graph.operations) {
        if (const auto* attention = std::get_if<AttentionAttributes>(&operation.attributes)) {
            lowered.push_back({ .name = "cache_write",
                .layer = operation.layer,
                .role = operation.role,
                .inputs = { operation.inputs[1], operation.inputs[2] },
                .outputs = {},
                .weights = {},
                .attributes
                = CacheWriteAttributes { attention->cache, attention->kvHeadCount, attention->headDim } });
            operation.inputs.resize(1);
        }
        lowered.push_back(std::move(operation));
    }
    graph.operations = std::move(lowered);
}

} // namespace moru
