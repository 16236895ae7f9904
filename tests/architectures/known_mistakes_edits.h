#pragma once

#include "engine/architectures/model_config.h"
#include "engine/graph/graph.h"
#include "engine/kv_cache/sequence_state.h"
#include "engine/program/bound_weights.h"
#include "engine/program/program.h"

#include <string_view>
#include <vector>

namespace moru::test {

// Small changes to a graph, its weights or its states, of which mistakes are made.

/// Calls edit(operation) for the operations of that name in all layers.
template <typename Edit> void forEachNamed(Graph& graph, std::string_view name, Edit edit)
{
    for (Operation& operation : graph.operations) {
        if (operation.name == name)
            edit(operation);
    }
}

/// Calls edit(attributes) for all operations of one kind.
template <typename A, typename Edit> void forEachKind(Graph& graph, Edit edit)
{
    for (Operation& operation : graph.operations) {
        if (auto* attributes = std::get_if<A>(&operation.attributes))
            edit(*attributes);
    }
}

/// Takes the operations of that name out; who read their output reads their first input instead.
void leaveOut(Graph& graph, std::string_view name);

/// In every layer the two operations change places, as do their attributes and weights.
void changeOrder(Graph& graph, std::string_view first, std::string_view second);

/// Every window becomes `change` positions longer.
void lengthenWindows(Graph& graph, int change);

void useNormWeightsAs(Graph& graph, WeightUse from, WeightUse to);

/// Calls edit(values) for the vectors that are used so.
template <typename Edit>
void forEachVector(const Graph& graph, BoundWeights& weights, WeightUse use, Edit edit)
{
    for (std::size_t id = 0; id < graph.weights.size(); ++id) {
        if (graph.weights[id].use == use)
            edit(weights.vectors[id]);
    }
}

/// 1 + w from a `w` that is kept in bfloat16.
void roundToBf16(std::vector<float>& values);

void fillDeltaStates(const Program& program, SequenceState& state, float value);
void fillConvolutionStates(const Program& program, SequenceState& state, float value);
/// [key][value] becomes [value][key]. Only for square states.
void transposeDeltaStates(const Program& program, SequenceState& state);

} // namespace moru::test
