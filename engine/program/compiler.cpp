#include "engine/program/compiler.h"

#include "engine/program/passes/passes.h"
#include "engine/program/recipe.h"

namespace moru {

namespace {

std::vector<bool> markObserved(const Graph& graph, const CompileOptions& options)
{
    std::vector<bool> observed(graph.widths.size(), false);
    for (const auto& [name, value] : options.observed)
        observed[std::size_t(value.id)] = true;
    return observed;
}

/// One step for each operation that does something at run time; operands are filled in once the buffers are
/// planned.
std::vector<Step> makeSteps(const Graph& graph, const BoundWeights& weights)
{
    std::vector<Step> steps;
    std::vector<HeadDivision> heads = divideByHeads(graph, weights.formats);
    bool isInHead = false;
    for (std::size_t i = 0; i < graph.operations.size(); ++i) {
        const Operation& operation = graph.operations[i];
        if (std::holds_alternative<ColumnsAttributes>(operation.attributes))
            continue;
        isInHead = isInHead || std::holds_alternative<SelectRowsAttributes>(operation.attributes);
        Step step;
        step.recipe = &recipeFor(operation.attributes);
        step.name = operation.name;
        step.layer = operation.layer;
        step.role = operation.role;
        step.attributes = operation.attributes;
        step.isInHead = isInHead;
        step.units = heads[i].units;
        step.unitOutputs = std::move(heads[i].outputs);
        step.layerHeads = heads[i].layerHeads;
        for (const Weight weight : operation.weights) {
            const auto id = std::size_t(weight.id);
            if (graph.weights[id].use == WeightUse::Matrix)
                step.matrices.push_back(weights.matrices[id]);
            else if (!std::holds_alternative<LinearAttributes>(operation.attributes))
                step.vectors.push_back(weights.vectors[id].data());
        }
        if (const auto* linear = std::get_if<LinearAttributes>(&operation.attributes)) {
            auto bias = operation.weights.begin() + linear->matrixCount;
            for (const bool has : linear->hasBias)
                step.vectors.push_back(has ? weights.vectors[std::size_t((bias++)->id)].data() : nullptr);
        }
        steps.push_back(std::move(step));
    }
    return steps;
}

void assignOperands(std::vector<Step>& steps, const Graph& graph, const BufferPlan& plan)
{
    std::size_t next = 0;
    for (const Operation& operation : graph.operations) {
        if (std::holds_alternative<ColumnsAttributes>(operation.attributes))
            continue;
        Step& step = steps[next++];
        for (const Value input : operation.inputs)
            step.inputs.push_back(plan.operands[std::size_t(input.id)]);
        for (const Value output : operation.outputs)
            step.outputs.push_back(plan.operands[std::size_t(output.id)]);
    }
}

} // namespace

Program compileProgram(Graph graph, const BoundWeights& weights, const CompileOptions& options)
{
    std::vector<bool> isObserved = markObserved(graph, options);
    lowerAttention(graph);
    takeOffKeyBiases(graph, weights);
    fuseSharedInput(graph, weights.formats);
    fuseGatedActivation(graph, isObserved);
    fuseResidual(graph, isObserved);
    fuseSoftcap(graph, isObserved);
    quantiseInputs(graph, weights.formats);
    isObserved.resize(graph.widths.size(), false);
    fuseNorm(graph, isObserved);
    if (weights.scheme) {
        roundInputs(graph, *weights.scheme, weights.formats);
        isObserved.resize(graph.widths.size(), false);
    }

    Program program;
    program.steps = makeSteps(graph, weights);
    for (Step& step : program.steps)
        step.queue = step.recipe->hasQueue ? program.queueCount++ : -1;
    placeBarriers(graph, program.steps);
    const BufferPlan plan = planBuffers(graph, program.steps, isObserved);
    assignOperands(program.steps, graph, plan);
    program.body = plan.body;
    program.head = plan.head;
    program.logits = plan.operands[std::size_t(graph.logits.id)];
    for (const auto& [name, value] : options.observed)
        program.observed.push_back({ name, plan.operands[std::size_t(value.id)] });
    program.ropeTables = std::move(graph.ropeTables);
    program.caches = std::move(graph.caches);
    program.convolutionStates = std::move(graph.convolutionStates);
    program.deltaStates = std::move(graph.deltaStates);
    program.vocabularySize = graph.vocabularySize;
    return program;
}

} // namespace moru
