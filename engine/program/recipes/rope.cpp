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
    const Share share = tokenShare(step, context, worker);
    const kernels::Range columns = share.columns(output.width);
    const std::size_t bytes = std::size_t(columns.end - columns.begin) * sizeof(float);
    for (std::int64_t t = share.tokens.begin; t < share.tokens.end; ++t) {
        const float* x = context.at(input, worker) + t * input.stride;
        float* y = context.at(output, worker) + t * output.stride;
        std::memcpy(y + columns.begin, x + columns.begin, bytes);
        const float* cosine = angles.cosine.data() + t * angles.pairs;
        const float* sine = angles.sine.data() + t * angles.pairs;
        for (std::int64_t column = columns.begin; column < columns.end; column += attributes.headDim)
            context.kernels->ropeHalfSplit(y + column, cosine, sine, 2 * angles.pairs);
    }
}

} // namespace

const Recipe ropeRecipe { Partition::Tokens, run, noCost };

} // namespace moru
