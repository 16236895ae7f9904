#include "tests/architectures/known_mistakes_edits.h"

#include "engine/core/dtype.h"

#include <algorithm>
#include <utility>

namespace moru::test {

void leaveOut(Graph& graph, std::string_view name)
{
    std::vector<Operation> kept;
    std::vector<std::pair<Value, Value>> replaced;
    for (Operation& operation : graph.operations) {
        for (Value& input : operation.inputs) {
            for (const auto& [output, instead] : replaced)
                input = input == output ? instead : input;
        }
        if (operation.name == name)
            replaced.emplace_back(operation.outputs[0], operation.inputs[0]);
        else
            kept.push_back(std::move(operation));
    }
    for (const auto& [output, instead] : replaced)
        graph.logits = graph.logits == output ? instead : graph.logits;
    graph.operations = std::move(kept);
}

void changeOrder(Graph& graph, std::string_view first, std::string_view second)
{
    Operation* earlier = nullptr;
    for (Operation& operation : graph.operations) {
        if (operation.name == first)
            earlier = &operation;
        if (operation.name == second && earlier) {
            std::swap(earlier->attributes, operation.attributes);
            std::swap(earlier->weights, operation.weights);
        }
    }
}

void lengthenWindows(Graph& graph, int change)
{
    for (CacheSpecification& cache : graph.caches) {
        if (cache.window)
            *cache.window += change;
    }
}

void useNormWeightsAs(Graph& graph, WeightUse from, WeightUse to)
{
    for (WeightReference& weight : graph.weights) {
        if (weight.use == from && weight.tensor.find("norm") != std::string::npos)
            weight.use = to;
    }
}

void roundToBf16(std::vector<float>& values)
{
    for (float& value : values)
        value = bf16ToFloat(floatToBf16(value));
}

void fillDeltaStates(const Program& program, SequenceState& state, float value)
{
    for (std::size_t i = 0; i < program.deltaStates.size(); ++i) {
        const DeltaStateSpecification& delta = program.deltaStates[i];
        std::fill_n(state.deltaState(int(i)), delta.valueHeads * delta.keyDim * delta.valueDim, value);
    }
}

void fillConvolutionStates(const Program& program, SequenceState& state, float value)
{
    for (std::size_t i = 0; i < program.convolutionStates.size(); ++i) {
        const ConvolutionStateSpecification& convolution = program.convolutionStates[i];
        std::fill_n(state.convolutionState(int(i)), (convolution.taps - 1) * convolution.channels, value);
    }
}

void transposeDeltaStates(const Program& program, SequenceState& state)
{
    for (std::size_t i = 0; i < program.deltaStates.size(); ++i) {
        const DeltaStateSpecification& delta = program.deltaStates[i];
        for (std::int64_t head = 0; head < delta.valueHeads; ++head) {
            float* matrix = state.deltaState(int(i)) + head * delta.keyDim * delta.valueDim;
            for (std::int64_t row = 0; row < delta.keyDim; ++row) {
                for (std::int64_t column = 0; column < row; ++column)
                    std::swap(matrix[row * delta.valueDim + column], matrix[column * delta.keyDim + row]);
            }
        }
    }
}

} // namespace moru::test
