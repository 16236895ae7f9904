#include "tests/architectures/known_mistakes_kernels.h"

#include "engine/core/dtype.h"
#include "engine/program/recipe.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace moru::test::wrong {

namespace {

float asBf16(float value)
{
    return bf16ToFloat(floatToBf16(value));
}

float asFloat16(float value)
{
    if (!(std::abs(value) < 65520.0F))
        return std::copysign(std::numeric_limits<float>::infinity(), value);
    int exponent = 0;
    static_cast<void>(std::frexp(value, &exponent));
    const float step = std::ldexp(1.0F, std::max(exponent - 11, -24));
    return std::nearbyint(value / step) * step;
}

float sigmoid(float x)
{
    return 1.0F / (1.0F + std::exp(-x));
}

float sumOfSquares(const float* x, std::int64_t count)
{
    float sum = 0;
    for (std::int64_t i = 0; i < count; ++i)
        sum += x[i] * x[i];
    return sum;
}

const kernels::KernelTable& scalarKernels()
{
    static const kernels::KernelTable table = [] {
        kernels::KernelTable made;
        kernels::installScalarKernels(made);
        return made;
    }();
    return table;
}

void runDeltaRuleInTurn(const Step& step, const StepContext& context, int worker)
{
    const auto& a = std::get<GatedDeltaRuleAttributes>(step.attributes);
    const kernels::Range heads = shareOf(a.valueHeads, 1, worker, context.workerCount);
    for (std::int64_t head = heads.begin; head < heads.end; ++head) {
        const std::int64_t keyColumn = head % a.keyHeads * a.keyDim;
        context.kernels->gatedDeltaRule({ .query = context.at(step.inputs[0], worker) + keyColumn,
            .key = context.at(step.inputs[1], worker) + keyColumn,
            .keyStride = step.inputs[1].stride,
            .value = context.at(step.inputs[2], worker) + head * a.valueDim,
            .valueStride = step.inputs[2].stride,
            .logDecay = context.at(step.inputs[3], worker) + head,
            .beta = context.at(step.inputs[4], worker) + head,
            .gateStride = step.inputs[4].stride,
            .tokens = context.tokensOf(step),
            .keyDim = a.keyDim,
            .valueDim = a.valueDim,
            .state = context.sequence->deltaState(a.state) + head * a.keyDim * a.valueDim,
            .output = context.at(step.outputs[0], worker) + head * a.valueDim,
            .outputStride = step.outputs[0].stride });
    }
}

void runAttentionInTurn(const Step& step, const StepContext& context, int worker)
{
    const auto& a = std::get<AttentionAttributes>(step.attributes);
    const LayerCache& cache = context.sequence->cache(a.cache);
    for (std::int64_t head = worker; head < a.headCount; head += context.workerCount) {
        context.kernels->attention({ .query = context.at(step.inputs[0], worker) + head * a.headDim,
            .queryStride = step.inputs[0].stride,
            .tokens = context.tokensOf(step),
            .groupSize = 1,
            .cache = cache.head(head % a.kvHeadCount),
            .visible = context.visible[std::size_t(a.cache)].data(),
            .scale = a.scale,
            .softcap = a.softcap,
            .scratch = context.scratch[std::size_t(worker)],
            .output = context.at(step.outputs[0], worker) + head * a.headDim,
            .outputStride = step.outputs[0].stride });
    }
}

StepCost countNothing(const Step&, const StepContext&)
{
    return {};
}

const Recipe deltaRuleInTurn { Partition::Heads, runDeltaRuleInTurn, countNothing };
const Recipe attentionInTurn { Partition::Heads, runAttentionInTurn, countNothing };

template <typename A> void replaceRecipe(Program& program, const Recipe& recipe)
{
    for (Step& step : program.steps) {
        if (std::holds_alternative<A>(step.attributes))
            step.recipe = &recipe;
    }
}

} // namespace

void exactGeluMultiply(const float* gate, const float* up, std::int64_t count, float* output)
{
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = 0.5F * gate[i] * (1.0F + std::erf(gate[i] / std::numbers::sqrt2_v<float>)) * up[i];
}

void rmsNormInBf16(const float* x, const float* weight, std::int64_t count, float epsilon, float* output)
{
    const float factor = 1.0F / std::sqrt(sumOfSquares(x, count) / float(count) + epsilon);
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = asBf16(x[i] * factor) * weight[i];
}

void addInFloat16(const float* a, const float* b, std::int64_t count, float* output)
{
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = asFloat16(a[i] + b[i]);
}

void ropeOfBf16Positions(float* head, const float* cosine, const float* sine, std::int64_t rotaryDim)
{
    // The slowest pair has not come round once, so that its angle tells the position.
    constexpr double theta = 10000;
    const std::int64_t pairs = rotaryDim / 2;
    const auto frequency
        = [&](std::int64_t j) { return std::pow(theta, -2.0 * double(j) / double(rotaryDim)); };
    const double slowest = std::atan2(double(sine[pairs - 1]), double(cosine[pairs - 1]));
    const double position = double(asBf16(float(std::round(slowest / frequency(pairs - 1)))));
    for (std::int64_t j = 0; j < pairs; ++j) {
        const float c = float(std::cos(position * frequency(j)));
        const float s = float(std::sin(position * frequency(j)));
        const float x = head[j];
        head[j] = x * c - head[j + pairs] * s;
        head[j + pairs] = head[j + pairs] * c + x * s;
    }
}

void ropeOfAdjacentPairs(float* head, const float* cosine, const float* sine, std::int64_t rotaryDim)
{
    for (std::int64_t j = 0; j < rotaryDim / 2; ++j) {
        const float x = head[2 * j];
        head[2 * j] = x * cosine[j] - head[2 * j + 1] * sine[j];
        head[2 * j + 1] = head[2 * j + 1] * cosine[j] + x * sine[j];
    }
}

void attentionWithoutSoftcap(const kernels::AttentionTask& task)
{
    kernels::AttentionTask uncapped = task;
    uncapped.softcap = 0;
    scalarKernels().attention(uncapped);
}

void convolutionWithoutSilu(const kernels::ConvolutionTask& task)
{
    const auto inputAt = [&](std::int64_t t, std::int64_t channel) {
        return t >= 0 ? task.input.data[t * task.input.stride + channel]
                      : task.state[(t + task.taps - 1) * task.channelCount + channel];
    };
    std::vector<float> sums;
    for (std::int64_t t = 0; t < task.input.tokens; ++t) {
        for (std::int64_t c = task.channels.begin; c < task.channels.end; ++c) {
            float sum = 0;
            for (std::int64_t tap = 0; tap < task.taps; ++tap)
                sum += task.weight[c * task.taps + tap] * inputAt(t - (task.taps - 1) + tap, c);
            sums.push_back(sum);
        }
    }
    scalarKernels().causalConvolutionSilu(task); // moves the state on
    auto sum = sums.begin();
    for (std::int64_t t = 0; t < task.input.tokens; ++t) {
        for (std::int64_t c = task.channels.begin; c < task.channels.end; ++c)
            task.output.data[t * task.output.stride + c] = *sum++;
    }
}

void siluGate(const float* x, const float* gate, std::int64_t count, float* output)
{
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = x[i] * gate[i] * sigmoid(gate[i]);
}

void gatedNormWithSigmoid(
    const float* x, const float* gate, const float* weight, std::int64_t count, float epsilon, float* output)
{
    const float factor = 1.0F / std::sqrt(sumOfSquares(x, count) / float(count) + epsilon);
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = x[i] * factor * weight[i] * sigmoid(gate[i]);
}

void gateBeforeNorm(
    const float* x, const float* gate, const float* weight, std::int64_t count, float epsilon, float* output)
{
    std::vector<float> gated(static_cast<std::size_t>(count));
    siluGate(x, gate, count, gated.data());
    scalarKernels().rmsNorm(gated.data(), weight, count, epsilon, output);
}

void l2NormOfTheMean(const float* x, std::int64_t count, float epsilon, float scale, float* output)
{
    const float factor = scale / std::sqrt(sumOfSquares(x, count) / float(count) + epsilon);
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = x[i] * factor;
}

void l2NormInBf16(const float* x, std::int64_t count, float epsilon, float scale, float* output)
{
    const float factor = asBf16(scale / std::sqrt(sumOfSquares(x, count) + epsilon));
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = asBf16(x[i] * factor);
}

void pairHeadsInTurn(Program& program)
{
    replaceRecipe<GatedDeltaRuleAttributes>(program, deltaRuleInTurn);
}

void shareKeysInTurn(Program& program)
{
    replaceRecipe<AttentionAttributes>(program, attentionInTurn);
}

} // namespace moru::test::wrong
