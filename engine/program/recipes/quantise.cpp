#include "engine/program/quantised_layout.h"
#include "engine/program/recipes/recipes.h"

namespace moru {

namespace {

void run(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<QuantiseAttributes>(step.attributes);
    const kernels::Range tokens = tokenShare(step, context, worker).tokens;
    if (tokens.begin == tokens.end)
        return;
    const Operand& input = step.inputs[0];
    const kernels::Activations x { context.at(input, worker) + tokens.begin * input.stride, input.stride,
        tokens.end - tokens.begin };
    const QuantisedLayout layout(attributes.columns);
    context.kernels->quantiseActivations(x, attributes.columns,
        layout.buffers(context.at(step.outputs[0], worker), context.rowsOf(step.outputs[0]), tokens.begin));
}

} // namespace

const Recipe quantiseRecipe { Partition::Tokens, run, noCost };

} // namespace moru
