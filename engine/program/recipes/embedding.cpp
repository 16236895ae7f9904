#include "engine/program/recipes/recipes.h"

#include "engine/quantization/packed_int4.h"
#include "engine/quantization/packed_int8.h"

#include <algorithm>

namespace moru {

namespace {

void readRow(const BoundMatrix& matrix, std::int64_t row, float scale, float* output)
{
    if (matrix.format == WeightFormat::AsStored)
        return matrix.readRow(matrix.stored, row, scale, output);
    const std::span<float> numbers(output, std::size_t(matrix.columns));
    if (isInt8(matrix.format))
        dequantiseInt8Row(matrix.int8, row, numbers);
    else
        dequantiseInt4Row(matrix.int4, row, numbers);
    for (float& number : numbers)
        number *= scale;
}

void run(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<EmbeddingAttributes>(step.attributes);
    const BoundMatrix& matrix = step.matrices[0];
    const Operand& output = step.outputs[0];
    const kernels::Range tokens = tokenShare(step, context, worker).tokens;
    float* rows = context.at(output, worker);
    for (std::int64_t t = tokens.begin; t < tokens.end; ++t)
        readRow(matrix, context.ids[t], attributes.scale, rows + t * output.stride);
}

StepCost cost(const Step& step, const StepContext& context)
{
    const BoundMatrix& matrix = step.matrices[0];
    return { context.tokensOf(step) * matrix.sizeBytes / std::max<std::int64_t>(matrix.rows, 1), 0 };
}

} // namespace

const Recipe embeddingRecipe { Partition::Tokens, run, cost };

} // namespace moru
