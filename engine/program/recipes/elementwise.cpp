#include "engine/program/recipes/recipes.h"

#include <cmath>
#include <cstring>

namespace moru {

namespace {

using kernels::Range;

/// Calls kernel(a, b, output, columns) for this worker's part of every token; b is null for one input.
template <typename Kernel>
void forEachRow(const Step& step, const StepContext& context, int worker, Kernel kernel)
{
    const Operand& a = step.inputs[0];
    const Operand& output = step.outputs[0];
    const Share share = tokenShare(step, context, worker);
    const kernels::Range columns = share.columns(output.width);
    for (std::int64_t t = share.tokens.begin; t < share.tokens.end; ++t) {
        const auto row = [&](const Operand& operand) {
            return context.at(operand, worker) + t * operand.stride + columns.begin;
        };
        kernel(row(a), step.inputs.size() > 1 ? row(step.inputs[1]) : nullptr, row(output), columns);
    }
}

void runAdd(const Step& step, const StepContext& context, int worker)
{
    forEachRow(step, context, worker, [&](const float* a, const float* b, float* output, Range columns) {
        context.kernels->add(a, b, columns.end - columns.begin, output);
    });
}

void runGatedActivation(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<GatedActivationAttributes>(step.attributes);
    const auto kernel = attributes.activation == Activation::Silu ? context.kernels->siluMultiply
                                                                  : context.kernels->geluTanhMultiply;
    forEachRow(step, context, worker, [&](const float* gate, const float* up, float* output, Range columns) {
        kernel(gate, up, columns.end - columns.begin, output);
    });
}

void runSigmoidGate(const Step& step, const StepContext& context, int worker)
{
    forEachRow(step, context, worker, [&](const float* x, const float* gate, float* output, Range columns) {
        context.kernels->sigmoidGate(x, gate, columns.end - columns.begin, output);
    });
}

void runSoftcap(const Step& step, const StepContext& context, int worker)
{
    const float cap = std::get<SoftcapAttributes>(step.attributes).cap;
    forEachRow(step, context, worker, [&](const float* x, const float*, float* output, Range columns) {
        const std::int64_t width = columns.end - columns.begin;
        std::memcpy(output, x, std::size_t(width) * sizeof(float));
        context.kernels->softcap(output, width, cap);
    });
}

// One number a head: too few for a kernel of their own.

void runSigmoid(const Step& step, const StepContext& context, int worker)
{
    forEachRow(step, context, worker, [&](const float* x, const float*, float* output, Range columns) {
        for (std::int64_t i = 0; i < columns.end - columns.begin; ++i)
            output[i] = 1.0F / (1.0F + std::exp(-x[i]));
    });
}

void runLogDecay(const Step& step, const StepContext& context, int worker)
{
    const float* logA = step.vectors[0];
    const float* bias = step.vectors[1];
    forEachRow(step, context, worker, [&](const float* a, const float*, float* output, Range columns) {
        for (std::int64_t i = 0; i < columns.end - columns.begin; ++i) {
            const float x = a[i] + bias[columns.begin + i];
            // log1p(exp(x)) overflows for large x, where softplus is x itself.
            const float softplus = x > 20.0F ? x : std::log1p(std::exp(x));
            output[i] = -std::exp(logA[columns.begin + i]) * softplus;
        }
    });
}

/// [n · (first half, second half)] → [n · first half], [n · second half].
void runSplitHeads(const Step& step, const StepContext& context, int worker)
{
    const std::int64_t headDim = std::get<SplitHeadsAttributes>(step.attributes).headDim;
    const std::size_t headBytes = std::size_t(headDim) * sizeof(float);
    const Operand& input = step.inputs[0];
    const Share share = tokenShare(step, context, worker);
    const Range columns = share.columns(step.outputs[0].width);
    for (std::int64_t t = share.tokens.begin; t < share.tokens.end; ++t) {
        const float* x = context.at(input, worker) + t * input.stride;
        float* first = context.at(step.outputs[0], worker) + t * step.outputs[0].stride;
        float* second = context.at(step.outputs[1], worker) + t * step.outputs[1].stride;
        for (std::int64_t head = columns.begin / headDim; head < columns.end / headDim; ++head) {
            std::memcpy(first + head * headDim, x + 2 * head * headDim, headBytes);
            std::memcpy(second + head * headDim, x + (2 * head + 1) * headDim, headBytes);
        }
    }
}

/// Copies the wanted rows of the body into the head's arena.
void runSelectRows(const Step& step, const StepContext& context, int worker)
{
    const Operand& input = step.inputs[0];
    const Operand& output = step.outputs[0];
    const Range rows = tokenShare(step, context, worker).tokens;
    for (std::int64_t r = rows.begin; r < rows.end; ++r) {
        const float* x = context.at(input, worker) + context.wantedRows[std::size_t(r)] * input.stride;
        std::memcpy(
            context.at(output, worker) + r * output.stride, x, std::size_t(output.width) * sizeof(float));
    }
}

} // namespace

const Recipe addRecipe { Partition::Tokens, runAdd, noCost };
const Recipe gatedActivationRecipe { Partition::Tokens, runGatedActivation, noCost };
const Recipe sigmoidGateRecipe { Partition::Tokens, runSigmoidGate, noCost };
const Recipe softcapRecipe { Partition::Tokens, runSoftcap, noCost };
const Recipe sigmoidRecipe { Partition::Tokens, runSigmoid, noCost };
const Recipe logDecayRecipe { Partition::Tokens, runLogDecay, noCost };
const Recipe splitHeadsRecipe { Partition::Tokens, runSplitHeads, noCost };
const Recipe selectRowsRecipe { Partition::Tokens, runSelectRows, noCost };

} // namespace moru
