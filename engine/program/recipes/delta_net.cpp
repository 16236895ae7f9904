#include "engine/program/recipes/recipes.h"

namespace moru {

namespace {

/// Channels are given out in blocks of a cache line.
constexpr std::int64_t kChannelBlock = 16;

void runConvolution(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<ConvolutionAttributes>(step.attributes);
    const Operand& input = step.inputs[0];
    const Operand& output = step.outputs[0];
    const auto convolve = [&](kernels::Range channels) {
        if (channels.begin == channels.end)
            return;
        context.kernels->causalConvolutionSilu({ .input = context.activations(step, input, worker),
            .weight = step.vectors[0],
            .taps = attributes.taps,
            .channelCount = input.width,
            .channels = channels,
            .state = context.sequence->convolutionState(attributes.state),
            .output = { context.at(output, worker), output.stride } });
    };
    if (context.hasFewRows(step) && step.units > 0) {
        for (const kernels::Range& section : step.unitOutputs[0].sections)
            convolve(unitRange(section, step.units, worker, context.workerCount));
    } else {
        convolve(shareOf(input.width, kChannelBlock, worker, context.workerCount));
    }
}

void runGatedDeltaRule(const Step& step, const StepContext& context, int worker)
{
    const auto& a = std::get<GatedDeltaRuleAttributes>(step.attributes);
    const Operand& query = step.inputs[0];
    const Operand& key = step.inputs[1];
    const Operand& value = step.inputs[2];
    const Operand& decay = step.inputs[3];
    const Operand& beta = step.inputs[4];
    const Operand& output = step.outputs[0];
    const std::int64_t headsPerKey = a.valueHeads / a.keyHeads;
    kernels::Range heads = shareOf(a.valueHeads, 1, worker, context.workerCount);
    if (context.hasFewRows(step) && step.units > 0)
        heads = unitRange({ 0, a.valueHeads }, step.units, worker, context.workerCount);
    for (std::int64_t head = heads.begin; head < heads.end; ++head) {
        const std::int64_t keyColumn = head / headsPerKey * a.keyDim;
        context.kernels->gatedDeltaRule({ .query = context.at(query, worker) + keyColumn,
            .key = context.at(key, worker) + keyColumn,
            .keyStride = key.stride,
            .value = context.at(value, worker) + head * a.valueDim,
            .valueStride = value.stride,
            .logDecay = context.at(decay, worker) + head,
            .beta = context.at(beta, worker) + head,
            .gateStride = beta.stride,
            .tokens = context.tokensOf(step),
            .keyDim = a.keyDim,
            .valueDim = a.valueDim,
            .state = context.sequence->deltaState(a.state) + head * a.keyDim * a.valueDim,
            .output = context.at(output, worker) + head * a.valueDim,
            .outputStride = output.stride });
    }
}

StepCost gatedDeltaRuleCost(const Step& step, const StepContext& context)
{
    const auto& a = std::get<GatedDeltaRuleAttributes>(step.attributes);
    const std::int64_t stateSize = a.valueHeads * a.keyDim * a.valueDim;
    // Decay, memory read-out, update and query: seven operations an element of the state and token.
    return { stateSize * std::int64_t(sizeof(float)), 7 * stateSize * context.tokensOf(step) };
}

} // namespace

const Recipe convolutionRecipe { Partition::Channels, runConvolution, noCost };
const Recipe gatedDeltaRuleRecipe { Partition::Heads, runGatedDeltaRule, gatedDeltaRuleCost };

} // namespace moru
