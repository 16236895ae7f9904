#include "engine/program/passes/passes.h"

#include <algorithm>
#include <set>

namespace moru {

namespace {

/// Moves the operations since the last projection that the cache write, the last of `operations`, does not
/// need behind it.
void putKeysFirst(std::vector<Operation>& operations)
{
    std::set<int> needed;
    for (const Value input : operations.back().inputs)
        needed.insert(input.id);
    std::vector<Operation> later;
    for (auto at = operations.end() - 1; at != operations.begin();) {
        --at;
        if (std::holds_alternative<LinearAttributes>(at->attributes))
            break;
        const bool isNeeded
            = std::ranges::any_of(at->outputs, [&](Value output) { return needed.contains(output.id); });
        if (isNeeded) {
            for (const Value input : at->inputs)
                needed.insert(input.id);
        } else {
            later.push_back(std::move(*at));
            at = operations.erase(at);
        }
    }
    operations.insert(
        operations.end(), std::make_move_iterator(later.rbegin()), std::make_move_iterator(later.rend()));
}

} // namespace

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
                .attributes = CacheWriteAttributes { .cache = attention->cache,
                    .kvHeadCount = attention->kvHeadCount,
                    .headDim = attention->headDim,
                    .keyOffset = {} } });
            putKeysFirst(lowered);
            operation.inputs.resize(1);
        }
        lowered.push_back(std::move(operation));
    }
    graph.operations = std::move(lowered);
}

} // namespace moru
