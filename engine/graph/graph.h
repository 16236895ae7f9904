#pragma once

#include "engine/graph/operation.h"
#include "engine/kv_cache/specification.h"

#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// How a tensor of the checkpoint is used. Matrices stay as stored; vectors become float32 when the weights
/// are bound.
enum class WeightUse {
    Matrix,
    Vector,
    ZeroCentredVector, ///< 1 + w, formed in float32 (models.md 1.2)
};

struct WeightReference {
    std::string tensor; ///< Its full name in the checkpoint.
    WeightUse use = WeightUse::Matrix;
    std::vector<std::int64_t> shape; ///< Asserted when the weights are bound.
};

/// Frequencies of one rotary embedding; the angle of pair j at position p is p · inverseFrequencies[j].
struct RopeTable {
    std::vector<float> inverseFrequencies; ///< [rotaryDim / 2]
    [[nodiscard]] std::int64_t rotaryDim() const { return 2 * std::int64_t(inverseFrequencies.size()); }
};

/// A model: operations in order, over values and weights.
struct Graph {
    std::vector<std::int64_t> widths; ///< Of each value.
    std::vector<WeightReference> weights;
    std::vector<Operation> operations;
    std::vector<RopeTable> ropeTables;
    std::vector<CacheSpecification> caches;
    std::vector<ConvolutionStateSpecification> convolutionStates;
    std::vector<DeltaStateSpecification> deltaStates;
    std::vector<Value>
        layerInputs; ///< The residual stream entering each layer; the last leaves the last layer.
    Value logits;
    std::int64_t vocabularySize = 0;

    [[nodiscard]] std::int64_t width(Value value) const { return widths[std::size_t(value.id)]; }
};

/// The graph as text, a line an operation; `layer` < 0 prints all.
[[nodiscard]] std::string printGraph(const Graph& graph, int layer);

/// The graph in Graphviz's language, with the widths of values on the arrows; `layer` < 0 draws all.
[[nodiscard]] std::string dotGraph(const Graph& graph, int layer);

} // namespace moru
