#pragma once

#include "engine/graph/graph.h"
#include "engine/program/program.h"

#include <vector>

namespace moru {

// Each pass rewrites a graph (or the steps made of it) and keeps what it computes. `isObserved`, by value id,
// marks values that must still exist afterwards.

/// Splits every attention into a cache write, which takes key and value, and the attention itself. What the
/// cache write needs comes first, so that one barrier serves the keys of all and the queries of all.
void lowerAttention(Graph& graph);

/// Finds what a layer's keys have in common, so that a cache of few bits need not keep it: the mean of the
/// projection's bias as it turns through the first 4,096 positions. Qwen2.5's biases are up to a hundred
/// times as large as what tells keys apart, in pairs that hardly turn. Follows lowerAttention. Not where
/// scores are capped, which are not all moved alike.
void takeOffKeyBiases(Graph& graph, const BoundWeights& weights);

/// Linear operations that read the same value become one with several matrices: q, k, v; gate, up. Matrices
/// stay apart where their inputs are stored differently.
void fuseSharedInput(Graph& graph, const std::vector<MatrixFormat>& formats);

/// gate and up with their activation become one operation: the products never leave the worker that made
/// them.
void fuseGatedActivation(Graph& graph, const std::vector<bool>& isObserved);

/// A linear operation followed by the residual's addition becomes one.
void fuseResidual(Graph& graph, const std::vector<bool>& isObserved);

/// A linear operation followed by a softcap becomes one: all workers share a vocabulary's hyperbolic
/// tangents.
void fuseSoftcap(Graph& graph, const std::vector<bool>& isObserved);

/// Puts the quantisation of activations in front of products with packed matrices.
void quantiseInputs(Graph& graph, const std::vector<MatrixFormat>& formats);

/// A norm of whole rows that only a quantisation reads becomes part of it: a normed row never leaves the L1
/// cache.
void fuseNorm(Graph& graph, const std::vector<bool>& isObserved);

/// Puts the rounding of a comparison scheme in front of products with rounded weights.
void roundInputs(Graph& graph, const ComparisonScheme& scheme, const std::vector<MatrixFormat>& formats);

/// Views share their base's buffer: the base's id and the first column inside it, for every value.
struct View {
    int base = 0;
    std::int64_t offset = 0;
};
[[nodiscard]] std::vector<View> resolveViews(const Graph& graph);

/// How an operation's work falls into heads; see the members of the same names in Step.
struct HeadDivision {
    std::int64_t units = 0;
    std::vector<UnitColumns> outputs;
    std::int64_t layerHeads = 0;
};

/// Finds what can be divided by heads, by operation: mixers, what lies between them and the projections, and
/// the projections themselves where a head is whole panels.
[[nodiscard]] std::vector<HeadDivision> divideByHeads(
    const Graph& graph, const std::vector<MatrixFormat>& formats);

/// Makes all workers meet before a step that reads what another worker has made since they last met. `steps`
/// correspond to the operations that are not views, in order.
void placeBarriers(const Graph& graph, std::vector<Step>& steps);

/// Every worker makes the step's values for itself where rows are few.
[[nodiscard]] bool isPrivate(const Step& step);

/// Where each value of a graph lies.
struct BufferPlan {
    std::vector<Operand> operands; ///< By value id.
    ArenaColumns body;
    ArenaColumns head;
};

/// Gives every value a place such that two that live at the same time never overlap. Values live from the
/// barrier before they are written to the barrier after they are last read, in the kind of pass that has the
/// fewest barriers. `steps` correspond to the
/// operations that are not views, in order.
[[nodiscard]] BufferPlan planBuffers(
    const Graph& graph, const std::vector<Step>& steps, const std::vector<bool>& isObserved);

/// Uses of each value, by value id.
[[nodiscard]] std::vector<int> countUses(const Graph& graph);

} // namespace moru
