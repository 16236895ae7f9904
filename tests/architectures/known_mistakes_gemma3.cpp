#include "tests/architectures/known_mistakes_edits.h"
#include "tests/architectures/known_mistakes_experiment.h"
#include "tests/architectures/known_mistakes_kernels.h"

#include <utility>

namespace moru::test {

namespace {

const Mistake kGemma3[] = {
    { .name = "07 scale from the head's size",
        .golden = "gemma3/text_round", // 32, its scalar is 48
        .prompt = "short",
        .config = [](ModelConfig& c) { c.queryPreAttentionScalar = 0; } },
    { .name = "08 linear factor nowhere",
        .golden = "gemma3/text_odd",
        .prompt = "long",
        .config = [](ModelConfig& c) { c.rope.scaling = RopeConfig::Scaling::None; } },
    { .name = "08 linear factor nowhere, in the multimodal file",
        .golden = "gemma3/image_16",
        .prompt = "text",
        .config = [](ModelConfig& c) { c.rope.scaling = RopeConfig::Scaling::None; } },
    { .name = "08 linear factor on the sliding layers too",
        .golden = "gemma3/text_odd",
        .prompt = "long",
        .config =
            [](ModelConfig& c) {
                c.localRope.scaling = c.rope.scaling;
                c.localRope.factor = c.rope.factor;
            } },
    { .name = "08 linear factor multiplies",
        .golden = "gemma3/text_odd",
        .prompt = "long",
        .config = [](ModelConfig& c) { c.rope.factor = 1 / c.rope.factor; } },
    { .name = "08 sliding layers turn at the global base",
        .golden = "gemma3/text_odd",
        .prompt = "short",
        .config = [](ModelConfig& c) { c.localRope.theta = c.rope.theta; } },
    { .name = "08 global layers turn at the local base",
        .golden = "gemma3/text_odd",
        .prompt = "long",
        .config = [](ModelConfig& c) { c.rope.theta = c.localRope.theta; } },
    { .name = "08 tables of the two kinds of layers exchanged",
        .golden = "gemma3/text_round",
        .prompt = "long",
        .config = [](ModelConfig& c) { std::swap(c.rope, c.localRope); } },
    { .name = "09 residual stream in float16",
        .golden = "gemma3/text_odd",
        .prompt = "short",
        .kernels = [](kernels::KernelTable& k) { k.add = wrong::addInFloat16; } },
    { .name = "13 heads chosen by the layer count",
        .golden = "gemma3/image_4", // its text_config names no heads: 8, 4, 256
        .prompt = "text",
        .config =
            [](ModelConfig& c) {
                c.headCount = 16;
                c.kvHeadCount = 8;
                c.headDim = 128;
            } },
    { .name = "13 as many key heads as query heads",
        .golden = "gemma3/image_4",
        .prompt = "text",
        .config = [](ModelConfig& c) { c.kvHeadCount = c.headCount; } },
    { .name = "13 default scale missing",
        .golden = "gemma3/image_4", // its text_config names no scalar: 256
        .prompt = "text",
        .config = [](ModelConfig& c) { c.queryPreAttentionScalar = double(c.hiddenSize) / c.headCount; } },
    { .name = "§4 window ignored",
        .golden = "gemma3/text_odd",
        .prompt = "long",
        .graph =
            [](Graph& g) {
                for (CacheSpecification& cache : g.caches)
                    cache.window.reset();
            } },
    { .name = "§4 window one longer",
        .golden = "gemma3/text_odd",
        .prompt = "long",
        .graph = [](Graph& g) { lengthenWindows(g, 1); } },
    { .name = "§4 window one shorter",
        .golden = "gemma3/text_round",
        .prompt = "long",
        .graph = [](Graph& g) { lengthenWindows(g, -1); } },
    { .name = "§4 global layer one early",
        .golden = "gemma3/text_odd",
        .prompt = "long",
        .config = [](ModelConfig& c) { c.isLocalLayer[4] = false, c.isLocalLayer[5] = true; } },
    { .name = "§4 global layers counted from the first",
        .golden = "gemma3/text_odd",
        .prompt = "long",
        .config =
            [](ModelConfig& c) {
                for (std::size_t layer = 0; layer < c.isLocalLayer.size(); ++layer)
                    c.isLocalLayer[layer] = layer % 6 != 0;
            } },
    { .name = "§4 norms of query and key left out",
        .golden = "gemma3/text_odd",
        .prompt = "short",
        .graph =
            [](Graph& g) {
                leaveOut(g, "q_norm");
                leaveOut(g, "k_norm");
            } },
    { .name = "§4 norms of query and key after RoPE",
        .golden = "gemma3/text_odd",
        .prompt = "short",
        .graph =
            [](Graph& g) {
                changeOrder(g, "q_norm", "q_rope");
                changeOrder(g, "k_norm", "k_rope");
            } },
    { .name = "§4 norms multiply by w instead of 1 + w",
        .golden = "gemma3/text_odd",
        .prompt = "short",
        .graph = [](Graph& g) { useNormWeightsAs(g, WeightUse::ZeroCentredVector, WeightUse::Vector); } },
    { .name = "§4 softcap of Gemma 2 kept",
        .golden = "gemma3/text_odd",
        .prompt = "short",
        .config = [](ModelConfig& c) { c.finalSoftcap = 30; } },
};

} // namespace

std::span<const Mistake> gemma3Mistakes()
{
    return kGemma3;
}

} // namespace moru::test
