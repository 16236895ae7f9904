#include "engine/program/recipes/recipes.h"

#include "engine/program/rounding.h"
#include "engine/quantization/packed_int8.h"

#include <algorithm>

namespace moru {

namespace {

void run(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<RoundAttributes>(step.attributes);
    const Operand& input = step.inputs[0];
    const Operand& output = step.outputs[0];
    float* row = context.scratch[std::size_t(worker)];
    const kernels::Range tokens = tokenShare(step, context, worker).tokens;
    for (std::int64_t t = tokens.begin; t < tokens.end; ++t) {
        std::fill_n(row, paddedColumns(attributes.columns), 0.0F);
        std::copy_n(context.at(input, worker) + t * input.stride, attributes.columns, row);
        roundGroups(
            row, attributes.columns, attributes.group, kByteSteps, attributes.rotates, *context.kernels);
        std::copy_n(row, attributes.columns, context.at(output, worker) + t * output.stride);
    }
}

} // namespace

const Recipe roundRecipe { Partition::Tokens, run, noCost };

} // namespace moru
