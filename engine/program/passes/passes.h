#pragma once

#include "engine/graph/graph.h"
#include "engine/program/program.h"

#include <vector>

namespace moru {

// Each pass rewrites a graph (or the steps made of it) and keeps what it computes. `isObserved`, by value id,
// marks values that must still exist afterwards.

/// Splits every attention into a cache write, which takes key and value, and the attention itself.
void lowerAttention(Graph& graph);

/// Linear operations that read the same value become one with several matrices: q, k, v; gate, up. Matrices
/// of different formats stay apart where one is as stored and one is packed, for their inputs differ.
void fuseSharedInput(Graph& graph, const std::vector<WeightFormat>& formats);

/// gate and up with their activation become one operation: the products never leave the worker that made
/// them.
void fuseGatedActivation(Graph& graph, const std::vector<bool>& isObserved);

/// A linear operation followed by the residual's addition becomes one.
void fuseResidual(Graph& graph, const std::vector<bool>& isObserved);

/// Puts the quantisation of activations in front of products with packed matrices.
void quantiseInputs(Graph& graph, const std::vector<WeightFormat>& formats);

/// Removes barriers between steps that divide their work by tokens: each worker reads the rows it wrote
/// itself.
void placeBarriers(std::vector<Step>& steps);

/// Where each value of a graph lies.
struct BufferPlan {
    std::vector<Operand> operands; ///< By value id.
    std::int64_t bodyColumns = 0;
    std::int64_t headColumns = 0;
};

/// Gives every value a place such that two that live at the same time never overlap. Values live from the
/// barrier before they are written to the barrier after they are last read. `steps` correspond to the
/// operations that are not views, in order.
[[nodiscard]] BufferPlan planBuffers(
    const Graph& graph, const std::vector<Step>& steps, const std::vector<bool>& isObserved);

/// Uses of each value, by value id.
[[nodiscard]] std::vector<int> countUses(const Graph& graph);

} // namespace moru
