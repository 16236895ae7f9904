#include "tests/architectures/known_mistakes_edits.h"
#include "tests/architectures/known_mistakes_experiment.h"
#include "tests/architectures/known_mistakes_kernels.h"

#include <algorithm>
#include <cmath>

namespace moru::test {

namespace {

void addOneTwice(const Graph& graph, BoundWeights& weights)
{
    forEachVector(graph, weights, WeightUse::ZeroCentredVector, [](std::vector<float>& values) {
        for (float& value : values)
            value += 1.0F;
    });
}

/// Query columns of all heads, then gate columns of all heads.
void splitInFlatHalves(Graph& graph)
{
    for (Operation& operation : graph.operations) {
        if (auto* split = std::get_if<SplitHeadsAttributes>(&operation.attributes))
            split->headDim = graph.width(operation.inputs[0]) / 2;
    }
}

void turnTapsAround(const Graph& graph, BoundWeights& weights)
{
    for (std::size_t id = 0; id < graph.weights.size(); ++id) {
        if (!graph.weights[id].tensor.ends_with("conv1d.weight"))
            continue;
        const auto taps = graph.weights[id].shape.back();
        std::vector<float>& values = weights.vectors[id];
        for (auto channel = values.begin(); channel != values.end(); channel += taps)
            std::reverse(channel, channel + taps);
    }
}

void addLayer(ModelConfig& config)
{
    ++config.layerCount;
    config.isLocalLayer.push_back(false);
}

const Mistake kQwen35[] = {
    { .name = "25 norms multiply by w instead of 1 + w",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .graph = [](Graph& g) { useNormWeightsAs(g, WeightUse::ZeroCentredVector, WeightUse::Vector); } },
    { .name = "25 one added twice", .golden = "qwen3_5/odd", .prompt = "short", .weights = addOneTwice },
    { .name = "25 one added to the gated norm too",
        .golden = "qwen3_5/round",
        .prompt = "short",
        .graph = [](Graph& g) { useNormWeightsAs(g, WeightUse::Vector, WeightUse::ZeroCentredVector); } },
    { .name = "26 1 + w rounded to bf16",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .weights =
            [](const Graph& g, BoundWeights& weights) {
                forEachVector(g, weights, WeightUse::ZeroCentredVector, roundToBf16);
            } },
    { .name = "27 q_proj split into two flat halves",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .graph = splitInFlatHalves },
    { .name = "27 gate taken for the query",
        .golden = "qwen3_5/round",
        .prompt = "short",
        .graph =
            [](Graph& g) {
                forEachNamed(
                    g, "query_and_gate", [](Operation& o) { std::swap(o.outputs[0], o.outputs[1]); });
            } },
    { .name = "27 output gate left out",
        .golden = "qwen3_5/round",
        .prompt = "short",
        .graph = [](Graph& g) { leaveOut(g, "attention_context"); } },
    { .name = "27 output gated with SiLU",
        .golden = "qwen3_5/round",
        .prompt = "short",
        .kernels = [](kernels::KernelTable& k) { k.sigmoidGate = wrong::siluGate; } },
    { .name = "28 value heads paired with keys in turn",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .program = wrong::pairHeadsInTurn },
    { .name = "28 value heads paired with keys in turn, published head sizes",
        .golden = "qwen3_5/round",
        .prompt = "short",
        .program = wrong::pairHeadsInTurn },
    { .name = "29 adjacent pairs rotated",
        .golden = "qwen3_5/round",
        .prompt = "short",
        .kernels = [](kernels::KernelTable& k) { k.ropeHalfSplit = wrong::ropeOfAdjacentPairs; } },
    { .name = "29 whole head rotated",
        .golden = "qwen3_5/round", // 256 instead of 64
        .prompt = "short",
        .config = [](ModelConfig& c) { c.rope.rotaryDim = c.headDim; } },
    { .name = "29 frequencies of the whole head",
        .golden = "qwen3_5/round", // θ^(−2j/256), over 64 columns
        .prompt = "short",
        .config =
            [](ModelConfig& c) {
                c.rope.theta = std::pow(c.rope.theta, double(c.rope.rotaryDim) / c.headDim);
            } },
    { .name = "30 next-token predictor counted as a layer",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .config = addLayer },
    { .name = "30 last layer lost",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .config = [](ModelConfig& c) { --c.layerCount; } },
    { .name = "31 SiLU after the convolution forgotten",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .kernels = [](kernels::KernelTable& k) { k.causalConvolutionSilu = wrong::convolutionWithoutSilu; } },
    { .name = "31 taps of the convolution turned around",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .weights = turnTapsAround },
    { .name = "31 gated norm with sigmoid",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .kernels = [](kernels::KernelTable& k) { k.gatedRmsNorm = wrong::gatedNormWithSigmoid; } },
    { .name = "31 gate before norm",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .kernels = [](kernels::KernelTable& k) { k.gatedRmsNorm = wrong::gateBeforeNorm; } },
    { .name = "32 recurrent state of another sequence",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .beforePrompt = [](const Program& p, SequenceState& state) { fillDeltaStates(p, state, 0.1F); } },
    { .name = "32 convolution state of another sequence",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .beforePrompt
        = [](const Program& p, SequenceState& state) { fillConvolutionStates(p, state, 0.1F); } },
    { .name = "33 state transposed between prefill and decode",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .beforeDecoding = transposeDeltaStates },
    { .name = "34 recurrent state forgotten",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .beforeDecoding = [](const Program& p, SequenceState& state) { fillDeltaStates(p, state, 0); } },
    { .name = "34 convolution state forgotten",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .beforeDecoding
        = [](const Program& p, SequenceState& state) { fillConvolutionStates(p, state, 0); } },
    { .name = "37 L2 norm of the mean",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .kernels = [](kernels::KernelTable& k) { k.l2Norm = wrong::l2NormOfTheMean; } },
    { .name = "37 L2 norm in bf16",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .kernels = [](kernels::KernelTable& k) { k.l2Norm = wrong::l2NormInBf16; } },
    { .name = "37 query and key not normed",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .graph =
            [](Graph& g) {
                leaveOut(g, "q_hat");
                leaveOut(g, "k_hat");
            } },
    { .name = "37 query without 1/√dk",
        .golden = "qwen3_5/odd",
        .prompt = "short",
        .graph =
            [](Graph& g) {
                forEachNamed(
                    g, "q_hat", [](Operation& o) { std::get<L2NormAttributes>(o.attributes).scale = 1; });
            } },
};

} // namespace

std::span<const Mistake> qwen35Mistakes()
{
    return kQwen35;
}

} // namespace moru::test
