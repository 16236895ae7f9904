#include "engine/program/quantised_layout.h"
#include "engine/program/recipes/linear_blocks.h"
#include "engine/program/recipes/recipes.h"
#include "engine/program/recipes/row_shares.h"

#include <algorithm>

namespace moru {

namespace {

using kernels::Output;
using kernels::Range;

/// output[t, r] = Σ x[t, k] · weight[r, k] for some rows, whatever the format.
void multiply(const Step& step, const StepContext& context, int worker, const BoundMatrix& matrix, Range rows,
    const Output& output)
{
    const Operand& input = step.inputs[0];
    if (matrix.format == WeightFormat::AsStored)
        return matrix.multiply(context.activations(step, input, worker), matrix.stored, rows, output);
    const std::int64_t tokens = context.tokensOf(step);
    const InputFormat format = std::get<LinearAttributes>(step.attributes).input;
    const bool wide = isWide(format, tokens);
    const kernels::QuantisedActivations x
        = QuantisedLayout(matrix.columns, format)
              .activations(context.at(input, worker), context.rowsOf(input), tokens, wide);
    if (isInt8(matrix.format))
        context.kernels->matmulInt8(x, matrix.int8, rows, output);
    else
        context.kernels->matmulInt4(x, matrix.int4, rows, output);
}

/// Adds to every token's rows what `addend(token)` points to, at the same rows.
template <typename Addend>
void addToRows(const Step& step, const StepContext& context, int worker, const Operand& output, Range rows,
    Addend addend)
{
    const std::int64_t tokens = context.tokensOf(step);
    for (std::int64_t t = 0; t < tokens; ++t) {
        float* y = context.at(output, worker) + t * output.stride + rows.begin;
        context.kernels->add(y, addend(t) + rows.begin, rows.end - rows.begin, y);
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
    const std::int64_t tokens = context.tokensOf(step);
    float* scratch = context.scratch[std::size_t(worker)];
    const std::int64_t pieces = (gate.rows + kEpilogueRows - 1) / kEpilogueRows;
    forEachRun(
        step, context, worker, shareOf(pieces, 1, worker, context.workerCount), [&](WorkQueue::Pieces run) {
            const Range rows { run.begin * kEpilogueRows, std::min(run.end * kEpilogueRows, gate.rows) };
            const std::int64_t count = rows.end - rows.begin;
            multiply(step, context, worker, gate, rows, { context.at(output, worker), output.stride });
            // Row r of the block goes to column r − begin of the scratch.
            multiply(step, context, worker, up, rows, { scratch - rows.begin, count });
            for (std::int64_t t = 0; t < tokens; ++t) {
                float* y = context.at(output, worker) + t * output.stride + rows.begin;
                kernel(y, scratch + t * count, count, y);
            }
        });
}

void run(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<LinearAttributes>(step.attributes);
    if (attributes.epilogue == Epilogue::GatedActivation)
        return runGated(step, context, worker);

    RowShares(step, context, worker).forEach([&](const MatrixRows& share) {
        const Operand& output = step.outputs[share.matrix];
        multiply(step, context, worker, step.matrices[share.matrix], share.rows,
            { context.at(output, worker), output.stride });
        if (const float* bias = step.vectors[share.matrix])
            addToRows(step, context, worker, output, share.rows, [&](std::int64_t) { return bias; });
        if (attributes.epilogue == Epilogue::Softcap) {
            for (std::int64_t t = 0; t < context.tokensOf(step); ++t) {
                float* y = context.at(output, worker) + t * output.stride + share.rows.begin;
                context.kernels->softcap(y, share.rows.end - share.rows.begin, attributes.cap);
            }
        }
        if (attributes.epilogue == Epilogue::AddResidual) {
            const Operand& residual = step.inputs.back();
            addToRows(step, context, worker, output, share.rows,
                [&](std::int64_t t) { return context.at(residual, worker) + t * residual.stride; });
        }
    });
}

StepCost cost(const Step& step, const StepContext& context)
{
    StepCost cost;
    for (const BoundMatrix& matrix : step.matrices) {
        cost.bytesRead += matrix.sizeBytes;
        cost.operations += 2 * context.tokensOf(step) * matrix.rows * matrix.columns;
    }
    return cost;
}

} // namespace

const Recipe linearRecipe { Partition::Rows, run, cost, true };

} // namespace moru
