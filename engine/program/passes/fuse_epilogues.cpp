#include "engine/program/passes/passes.h"

#include <algorithm>

namespace moru {

namespace {

bool isOnlyUsedHere(Value value, const std::vector<int>& uses, const std::vector<bool>& isObserved)
{
    return uses[std::size_t(value.id)] == 1 && !isObserved[std::size_t(value.id)];
}

} // namespace

std::vector<int> countUses(const Graph& graph)
{
    std::vector<int> uses(graph.widths.size(), 0);
    for (const Operation& operation : graph.operations) {
        for (const Value input : operation.inputs)
            ++uses[std::size_t(input.id)];
    }
    return uses;
}

void fuseGatedActivation(Graph& graph, const std::vector<bool>& isObserved)
{
    const std::vector<int> uses = countUses(graph);
    std::vector<Operation> fused;
    for (Operation& operation : graph.operations) {
        const auto* activation = std::get_if<GatedActivationAttributes>(&operation.attributes);
        auto* linear = fused.empty() ? nullptr : std::get_if<LinearAttributes>(&fused.back().attributes);
        const bool fits = activation && linear && linear->epilogue == Epilogue::None
            && linear->matrixCount == 2
            && std::ranges::none_of(linear->hasBias, [](bool bias) { return bias; })
            && fused.back().outputs == operation.inputs
            && std::ranges::all_of(
                operation.inputs, [&](Value value) { return isOnlyUsedHere(value, uses, isObserved); });
        if (fits) {
            linear->epilogue = Epilogue::GatedActivation;
            linear->activation = activation->activation;
            fused.back().outputs = operation.outputs;
        } else {
            fused.push_back(std::move(operation));
        }
    }
    graph.operations = std::move(fused);
}

void fuseResidual(Graph& graph, const std::vector<bool>& isObserved)
{
    const std::vector<int> uses = countUses(graph);
    std::vector<Operation> fused;
    for (Operation& operation : graph.operations) {
        auto* linear = fused.empty() ? nullptr : std::get_if<LinearAttributes>(&fused.back().attributes);
        const bool isAdd = std::holds_alternative<AddAttributes>(operation.attributes);
        if (isAdd && linear && linear->epilogue == Epilogue::None && linear->matrixCount == 1
            && isOnlyUsedHere(fused.back().outputs[0], uses, isObserved)
            && (operation.inputs[0] == fused.back().outputs[0]
                || operation.inputs[1] == fused.back().outputs[0])) {
            const Value residual
                = operation.inputs[0] == fused.back().outputs[0] ? operation.inputs[1] : operation.inputs[0];
            linear->epilogue = Epilogue::AddResidual;
            fused.back().inputs.push_back(residual);
            fused.back().outputs = operation.outputs;
        } else {
            fused.push_back(std::move(operation));
        }
    }
    graph.operations = std::move(fused);
}

void fuseSoftcap(Graph& graph, const std::vector<bool>& isObserved)
{
    const std::vector<int> uses = countUses(graph);
    std::vector<Operation> fused;
    for (Operation& operation : graph.operations) {
        auto* linear = fused.empty() ? nullptr : std::get_if<LinearAttributes>(&fused.back().attributes);
        const auto* softcap = std::get_if<SoftcapAttributes>(&operation.attributes);
        if (softcap && linear && linear->epilogue == Epilogue::None
            && fused.back().outputs == operation.inputs
            && isOnlyUsedHere(operation.inputs[0], uses, isObserved)) {
            linear->epilogue = Epilogue::Softcap;
            linear->cap = softcap->cap;
            fused.back().outputs = operation.outputs;
        } else {
            fused.push_back(std::move(operation));
        }
    }
    graph.operations = std::move(fused);
}

} // namespace moru
