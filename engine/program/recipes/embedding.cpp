#include "engine/program/recipes/recipes.h"

namespace moru {

namespace {

void run(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<EmbeddingAttributes>(step.attributes);
    const BoundMatrix& matrix = step.matrices[0];
    const Operand& output = step.outputs[0];
    const kernels::Range tokens = tokenShare(step, context, worker);
    for (std::int64_t t = tokens.begin; t < tokens.end; ++t)
        matrix.readRow(
            matrix.stored, context.ids[t], attributes.scale, context.at(output) + t * output.stride);
}

StepCost cost(const Step& step, const StepContext& context)
{
    const BoundMatrix& matrix = step.matrices[0];
    return { context.tokensOf(step) * matrix.stored.columns * std::int64_t(dtypeBytes(matrix.dtype)), 0 };
}

} // namespace

const Recipe embeddingRecipe { Partition::Tokens, run, cost };

} // namespace moru
