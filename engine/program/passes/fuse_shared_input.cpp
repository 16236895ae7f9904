#include "engine/program/passes/passes.h"

#include <algorithm>
#include <string_view>

namespace moru {

namespace {

LinearAttributes* linearWithoutEpilogue(Operation& operation)
{
    auto* linear = std::get_if<LinearAttributes>(&operation.attributes);
    return linear && linear->epilogue == Epilogue::None ? linear : nullptr;
}

/// q_projection, k_projection, v_projection → qkv_projection; gate, up → gate_up.
std::string fusedName(std::string_view first, std::string_view second)
{
    constexpr std::string_view suffix = "_projection";
    if (first.ends_with(suffix) && second.ends_with(suffix))
        return std::string(first.substr(0, first.size() - suffix.size())) + std::string(second);
    return std::string(first) + "_" + std::string(second);
}

/// Appends `other` to `target`, matrices before biases as LinearAttributes wants them.
void merge(Operation& target, LinearAttributes& into, const Operation& other, const LinearAttributes& from)
{
    const auto matrices = target.weights.begin() + into.matrixCount;
    target.weights.insert(matrices, other.weights.begin(), other.weights.begin() + from.matrixCount);
    target.weights.insert(
        target.weights.end(), other.weights.begin() + from.matrixCount, other.weights.end());
    into.matrixCount += from.matrixCount;
    into.hasBias.insert(into.hasBias.end(), from.hasBias.begin(), from.hasBias.end());
    target.outputs.insert(target.outputs.end(), other.outputs.begin(), other.outputs.end());
    target.name = fusedName(target.name, other.name);
}

InputFormat inputOf(const Operation& operation, const std::vector<MatrixFormat>& formats)
{
    return formats[std::size_t(operation.weights[0].id)].input;
}

} // namespace

void fuseSharedInput(Graph& graph, const std::vector<MatrixFormat>& formats)
{
    std::vector<Operation> fused;
    fused.reserve(graph.operations.size());
    for (Operation& operation : graph.operations) {
        const LinearAttributes* from = linearWithoutEpilogue(operation);
        LinearAttributes* into = fused.empty() ? nullptr : linearWithoutEpilogue(fused.back());
        if (from && into && fused.back().layer == operation.layer && fused.back().inputs == operation.inputs
            && inputOf(fused.back(), formats) == inputOf(operation, formats))
            merge(fused.back(), *into, operation, *from);
        else
            fused.push_back(std::move(operation));
    }
    graph.operations = std::move(fused);
}

} // namespace moru
