#include "engine/program/quantised_layout.h"
#include "engine/program/recipes/recipes.h"

namespace moru {

namespace {

void run(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<QuantiseAttributes>(step.attributes);
    const kernels::Range tokens = tokenShare(step, context, worker).tokens;
    const Operand& input = step.inputs[0];
    const Operand& output = step.outputs[0];
    const QuantisedLayout layout(attributes.columns, attributes.format);
    const bool wide = isWide(attributes.format, context.tokensOf(step));
    for (std::int64_t t = tokens.begin; t < tokens.end; ++t) {
        const float* x = context.at(input, worker) + t * input.stride;
        std::int64_t columns = attributes.columns;
        float* rotated = context.scratch[std::size_t(worker)];
        if (attributes.norm) {
            float* normed = rotated + layout.paddedColumns;
            context.kernels->rmsNorm(x, step.vectors[0], columns, attributes.norm->epsilon, normed);
            x = normed;
        }
        if (isRotated(attributes.format)) {
            context.kernels->rotateBlocks(x, columns, rotated);
            x = rotated;
            columns = layout.paddedColumns;
        }
        context.kernels->quantiseActivations({ x, columns, 1 }, columns,
            layout.buffers(context.at(output, worker), context.rowsOf(output), t, wide));
    }
}

} // namespace

const Recipe quantiseRecipe { Partition::Tokens, run, noCost };

} // namespace moru
