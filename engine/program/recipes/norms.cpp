#include "engine/program/recipes/recipes.h"

namespace moru {

namespace {

/// Calls kernel(token, column, x, output) for every group of columns that is this worker's.
template <typename Kernel>
void forEachGroup(
    const Step& step, const StepContext& context, int worker, std::int64_t groupSize, Kernel kernel)
{
    const Operand& input = step.inputs[0];
    const Operand& output = step.outputs[0];
    const Share share = tokenShare(step, context, worker);
    const kernels::Range columns = share.columns(input.width);
    for (std::int64_t t = share.tokens.begin; t < share.tokens.end; ++t) {
        const float* x = context.at(input, worker) + t * input.stride;
        float* y = context.at(output, worker) + t * output.stride;
        for (std::int64_t column = columns.begin; column < columns.end; column += groupSize)
            kernel(t, column, x + column, y + column);
    }
}

void runRmsNorm(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<RmsNormAttributes>(step.attributes);
    forEachGroup(step, context, worker, attributes.groupSize,
        [&](std::int64_t, std::int64_t, const float* x, float* output) {
            context.kernels->rmsNorm(x, step.vectors[0], attributes.groupSize, attributes.epsilon, output);
        });
}

void runL2Norm(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<L2NormAttributes>(step.attributes);
    forEachGroup(step, context, worker, attributes.groupSize,
        [&](std::int64_t, std::int64_t, const float* x, float* output) {
            context.kernels->l2Norm(x, attributes.groupSize, attributes.epsilon, attributes.scale, output);
        });
}

void runGatedRmsNorm(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<GatedRmsNormAttributes>(step.attributes);
    const Operand& gate = step.inputs[1];
    forEachGroup(step, context, worker, attributes.groupSize,
        [&](std::int64_t token, std::int64_t column, const float* x, float* output) {
            const float* gateRow = context.at(gate, worker) + token * gate.stride + column;
            context.kernels->gatedRmsNorm(
                x, gateRow, step.vectors[0], attributes.groupSize, attributes.epsilon, output);
        });
}

} // namespace

const Recipe rmsNormRecipe { Partition::Tokens, runRmsNorm, noCost };
const Recipe l2NormRecipe { Partition::Tokens, runL2Norm, noCost };
const Recipe gatedRmsNormRecipe { Partition::Tokens, runGatedRmsNorm, noCost };

} // namespace moru
