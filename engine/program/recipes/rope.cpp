#include "engine/program/recipes/recipes.h"

#include <cstring>

namespace moru {

namespace {

void run(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<RopeAttributes>(step.attributes);
    const RopeAngles& angles = context.ropes[std::size_t(attributes.table)];
    const Operand& input = step.inputs[0];
    const Operand& output = step.outputs[0];
    const kernels::Range tokens = tokenShare(step, context, worker);
    for (std::int64_t t = tokens.begin; t < tokens.end; ++t) {
        float* y = context.at(output) + t * output.stride;
        std::memcpy(y, context.at(input) + t * input.stride, std::size_t(output.width) * sizeof(float));
        const float* cosine = angles.cosine.data() + t * angles.pairs;
        const float* sine = angles.sine.data() + t * angles.pairs;
        for (std::int64_t column = 0; column < output.width; column += attributes.headDim)
            context.kernels->ropeHalfSplit(y + column, cosine, sine, 2 * angles.pairs);
    }
}

} // namespace

const Recipe ropeRecipe { Partition::Tokens, run, noCost };

} // namespace moru
