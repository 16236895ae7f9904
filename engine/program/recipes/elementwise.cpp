#include "engine/program/recipes/recipes.h"

#include <cmath>
#include <cstring>

namespace moru {

namespace {

/// Calls kernel(a, b, output) for the rows of this worker's tokens; b is null for one input.
template <typename Kernel>
void forEachRow(const Step& step, const StepContext& context, int worker, Kernel kernel)
{
    const Operand& a = step.inputs[0];
    const Operand& output = step.outputs[0];
    const kernels::Range tokens = tokenShare(step, context, worker);
    for (std::int64_t t = tokens.begin; t < tokens.end; ++t) {
        const float* second
            = step.inputs.size() > 1 ? context.at(step.inputs[1]) + t * step.inputs[1].stride : nullptr;
        kernel(context.at(a) + t * a.stride, second, context.at(output) + t * output.stride);
    }
}

void runAdd(const Step& step, const StepContext& context, int worker)
{
    const std::int64_t width = step.outputs[0].width;
    forEachRow(step, context, worker,
        [&](const float* a, const float* b, float* output) { context.kernels->add(a, b, width, output); });
}

void runGatedActivation(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<GatedActivationAttributes>(step.attributes);
    const auto kernel = attributes.activation == Activation::Silu ? context.kernels->siluMultiply
                                                                  : context.kernels->geluTanhMultiply;
    const std::int64_t width = step.outputs[0].width;
    forEachRow(step, context, worker,
        [&](const float* gate, const float* up, float* output) { kernel(gate, up, width, output); });
}

void runSigmoidGate(const Step& step, const StepContext& context, int worker)
{
    const std::int64_t width = step.outputs[0].width;
    forEachRow(step, context, worker, [&](const float* x, const float* gate, float* output) {
        context.kernels->sigmoidGate(x, gate, width, output);
    });
}

void runSoftcap(const Step& step, const StepContext& context, int worker)
{
    const float cap = std::get<SoftcapAttributes>(step.attributes).cap;
    const std::int64_t width = step.outputs[0].width;
    forEachRow(step, context, worker, [&](const float* x, const float*, float* output) {
        std::memcpy(output, x, std::size_t(width) * sizeof(float));
        context.kernels->softcap(output, width, cap);
    });
}

// One number a head: too few for a kernel of their own.

void runSigmoid(const Step& step, const StepContext& context, int worker)
{
    const std::int64_t width = step.outputs[0].width;
    forEachRow(step, context, worker, [&](const float* x, const float*, float* output) {
        for (std::int64_t i = 0; i < width; ++i)
            output[i] = 1.0F / (1.0F + std::exp(-x[i]));
    });
}

void runLogDecay(const Step& step, const StepContext& context, int worker)
{
    const float* logA = step.vectors[0];
    const float* bias = step.vectors[1];
    const std::int64_t width = step.outputs[0].width;
    forEachRow(step, context, worker, [&](const float* a, const float*, float* output) {
        for (std::int64_t i = 0; i < width; ++i) {
            const float x = a[i] + bias[i];
            // log1p(exp(x)) overflows for large x, where softplus is x itself.
            const float softplus = x > 20.0F ? x : std::log1p(std::exp(x));
            output[i] = -std::exp(logA[i]) * softplus;
        }
    });
}

/// [n · (first half, second half)] → [n · first half], [n · second half].
void runSplitHeads(const Step& step, const StepContext& context, int worker)
{
    const std::int64_t headDim = std::get<SplitHeadsAttributes>(step.attributes).headDim;
    const std::size_t headBytes = std::size_t(headDim) * sizeof(float);
    const Operand& input = step.inputs[0];
    const kernels::Range tokens = tokenShare(step, context, worker);
    for (std::int64_t t = tokens.begin; t < tokens.end; ++t) {
        const float* x = context.at(input) + t * input.stride;
        float* first = context.at(step.outputs[0]) + t * step.outputs[0].stride;
        float* second = context.at(step.outputs[1]) + t * step.outputs[1].stride;
        for (std::int64_t head = 0; head < input.width / (2 * headDim); ++head) {
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
    const kernels::Range rows = tokenShare(step, context, worker);
    for (std::int64_t r = rows.begin; r < rows.end; ++r) {
        const float* x = context.at(input) + context.wantedRows[std::size_t(r)] * input.stride;
        std::memcpy(context.at(output) + r * output.stride, x, std::size_t(output.width) * sizeof(float));
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
