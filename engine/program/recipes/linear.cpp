#include "engine/program/recipes/linear_blocks.h"
#include "engine/program/recipes/recipes.h"

#include <algorithm>

namespace moru {

namespace {

using kernels::Range;

/// Rows are given out in blocks of this many, so that no two workers write to one cache line of the output.
constexpr std::int64_t kRowBlock = 16;

const float* biasOf(const Step& step, std::size_t matrix)
{
    return step.vectors.empty() ? nullptr : step.vectors[matrix];
}

void addBias(
    const StepContext& context, const Operand& output, std::int64_t tokens, Range rows, const float* bias)
{
    for (std::int64_t t = 0; t < tokens; ++t) {
        float* y = context.at(output) + t * output.stride + rows.begin;
        context.kernels->add(y, bias + rows.begin, rows.end - rows.begin, y);
    }
}

void addResidual(const StepContext& context, const Operand& output, std::int64_t tokens, Range rows,
    const Operand& residual)
{
    for (std::int64_t t = 0; t < tokens; ++t) {
        float* y = context.at(output) + t * output.stride + rows.begin;
        const float* x = context.at(residual) + t * residual.stride + rows.begin;
        context.kernels->add(y, x, rows.end - rows.begin, y);
    }
}

/// output = activation(gate · x) · (up · x), a block of rows at a time; the block of `up` waits in scratch.
void runGated(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<LinearAttributes>(step.attributes);
    const auto kernel = attributes.activation == Activation::Silu ? context.kernels->siluMultiply
                                                                  : context.kernels->geluTanhMultiply;
    const BoundMatrix& gate = step.matrices[0];
    const BoundMatrix& up = step.matrices[1];
    const Operand& output = step.outputs[0];
    const kernels::Activations x = context.activations(step, step.inputs[0]);
    float* scratch = context.scratch[std::size_t(worker)];
    const Range share = shareOf(gate.stored.rows, kRowBlock, worker, context.workerCount);
    for (std::int64_t begin = share.begin; begin < share.end; begin += kEpilogueRows) {
        const Range rows { begin, std::min(begin + kEpilogueRows, share.end) };
        gate.multiply(x, gate.stored, rows, { context.at(output), output.stride });
        // Row r of the block goes to column r − begin of the scratch.
        up.multiply(x, up.stored, rows, { scratch - begin, kEpilogueRows });
        for (std::int64_t t = 0; t < x.tokens; ++t) {
            float* y = context.at(output) + t * output.stride + begin;
            kernel(y, scratch + t * kEpilogueRows, rows.end - rows.begin, y);
        }
    }
}

void run(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<LinearAttributes>(step.attributes);
    if (attributes.epilogue == Epilogue::GatedActivation)
        return runGated(step, context, worker);

    // The matrices lie one after the other, and each worker takes an equal share of all their rows.
    std::int64_t totalRows = 0;
    for (const BoundMatrix& matrix : step.matrices)
        totalRows += matrix.stored.rows;
    const Range share = shareOf(totalRows, kRowBlock, worker, context.workerCount);
    const kernels::Activations x = context.activations(step, step.inputs[0]);
    std::int64_t firstRow = 0;
    for (std::size_t i = 0; i < step.matrices.size(); ++i) {
        const BoundMatrix& matrix = step.matrices[i];
        const Range rows { std::clamp<std::int64_t>(share.begin - firstRow, 0, matrix.stored.rows),
            std::clamp<std::int64_t>(share.end - firstRow, 0, matrix.stored.rows) };
        firstRow += matrix.stored.rows;
        if (rows.begin == rows.end)
            continue;
        const Operand& output = step.outputs[i];
        matrix.multiply(x, matrix.stored, rows, { context.at(output), output.stride });
        if (const float* bias = biasOf(step, i))
            addBias(context, output, x.tokens, rows, bias);
        if (attributes.epilogue == Epilogue::AddResidual)
            addResidual(context, output, x.tokens, rows, step.inputs.back());
    }
}

StepCost cost(const Step& step, const StepContext& context)
{
    StepCost cost;
    for (const BoundMatrix& matrix : step.matrices) {
        cost.bytesRead += matrix.sizeBytes();
        cost.operations += 2 * context.tokensOf(step) * matrix.stored.rows * matrix.stored.columns;
    }
    return cost;
}

} // namespace

const Recipe linearRecipe { Partition::Rows, run, cost };

} // namespace moru
