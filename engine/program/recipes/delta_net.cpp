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
    const kernels::Range channels = shareOf(input.width, kChannelBlock, worker, context.workerCount);
    if (channels.begin == channels.end)
        return;
    context.kernels->causalConvolutionSilu({ .input = context.activations(step, input),
        .weight = step.vectors[0],
        .taps = attributes.taps,
        .channelCount = input.width,
        .channels = channels,
        .state = context.sequence->convolutionState(attributes.state),
        .output = { context.at(output), output.stride } });
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
    const kernels::Range heads = shareOf(a.valueHeads, 1, worker, context.workerCount);
    for (std::int64_t head = heads.begin; head < heads.end; ++head) {
        const std::int64_t keyColumn = head / headsPerKey * a.keyDim;
        context.kernels->gatedDeltaRule({ .query = context.at(query) + keyColumn,
            .key = context.at(key) + keyColumn,
            .keyStride = key.stride,
            .value = context.at(value) + head * a.valueDim,
            .valueStride = value.stride,
            .logDecay = context.at(decay) + head,
            .beta = context.at(beta) + head,
            .gateStride = beta.stride,
            .tokens = context.tokensOf(step),
            .keyDim = a.keyDim,
            .valueDim = a.valueDim,
            .state = context.sequence->deltaState(a.state) + head * a.keyDim * a.valueDim,
            .output = context.at(output) + head * a.valueDim,
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
