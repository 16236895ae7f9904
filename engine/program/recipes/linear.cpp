#include "engine/program/quantised_layout.h"
#include "engine/program/recipes/linear_blocks.h"
#include "engine/program/recipes/recipes.h"

#include <algorithm>

namespace moru {

namespace {

using kernels::Output;
using kernels::Range;

/// Stored rows are given out in blocks of this many, so that no two workers write to one cache line of the
/// output. Packed ones go by whole panels.
constexpr std::int64_t kStoredRowBlock = 16;

std::int64_t rowBlockOf(const BoundMatrix& matrix)
{
    return matrix.format == WeightFormat::AsStored ? kStoredRowBlock : kPanelRows;
}

std::int64_t blockCount(const BoundMatrix& matrix)
{
    const std::int64_t block = rowBlockOf(matrix);
    return (matrix.rows + block - 1) / block;
}

/// output[t, r] = Σ x[t, k] · weight[r, k] for some rows, whatever the format.
void multiply(
    const Step& step, const StepContext& context, const BoundMatrix& matrix, Range rows, const Output& output)
{
    const Operand& input = step.inputs[0];
    if (matrix.format == WeightFormat::AsStored)
        return matrix.multiply(context.activations(step, input), matrix.stored, rows, output);
    const kernels::QuantisedActivations x
        = QuantisedLayout(matrix.columns)
              .activations(context.at(input), context.rowsOf(input), context.tokensOf(step));
    if (matrix.format == WeightFormat::Int8)
        context.kernels->matmulInt8(x, matrix.int8, rows, output);
    else
        context.kernels->matmulInt4(x, matrix.int4, rows, output);
}

/// Adds to every token's rows what `addend(token)` points to, at the same rows.
template <typename Addend>
void addToRows(const Step& step, const StepContext& context, const Operand& output, Range rows, Addend addend)
{
    const std::int64_t tokens = context.tokensOf(step);
    for (std::int64_t t = 0; t < tokens; ++t) {
        float* y = context.at(output) + t * output.stride + rows.begin;
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
    const std::int64_t block = std::max(rowBlockOf(gate), rowBlockOf(up));
    const Range share = shareOf(gate.rows, block, worker, context.workerCount);
    for (std::int64_t begin = share.begin; begin < share.end; begin += kEpilogueRows) {
        const Range rows { begin, std::min(begin + kEpilogueRows, share.end) };
        multiply(step, context, gate, rows, { context.at(output), output.stride });
        // Row r of the block goes to column r − begin of the scratch.
        multiply(step, context, up, rows, { scratch - begin, kEpilogueRows });
        for (std::int64_t t = 0; t < tokens; ++t) {
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

    // The matrices' blocks lie one after the other, and each worker takes an equal share of all of them.
    std::int64_t totalBlocks = 0;
    for (const BoundMatrix& matrix : step.matrices)
        totalBlocks += blockCount(matrix);
    const Range share = shareOf(totalBlocks, 1, worker, context.workerCount);
    std::int64_t firstBlock = 0;
    for (std::size_t i = 0; i < step.matrices.size(); ++i) {
        const BoundMatrix& matrix = step.matrices[i];
        const std::int64_t blocks = blockCount(matrix);
        const auto rowAt = [&](std::int64_t block) {
            return std::min(
                std::clamp<std::int64_t>(block - firstBlock, 0, blocks) * rowBlockOf(matrix), matrix.rows);
        };
        const Range rows { rowAt(share.begin), rowAt(share.end) };
        firstBlock += blocks;
        if (rows.begin == rows.end)
            continue;
        const Operand& output = step.outputs[i];
        multiply(step, context, matrix, rows, { context.at(output), output.stride });
        if (const float* bias = step.vectors[i])
            addToRows(step, context, output, rows, [&](std::int64_t) { return bias; });
        if (attributes.epilogue == Epilogue::AddResidual) {
            const Operand& residual = step.inputs.back();
            addToRows(step, context, output, rows,
                [&](std::int64_t t) { return context.at(residual) + t * residual.stride; });
        }
    }
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

const Recipe linearRecipe { Partition::Rows, run, cost };

} // namespace moru
