#include "tests/architectures/known_mistakes_edits.h"
#include "tests/architectures/known_mistakes_experiment.h"
#include "tests/architectures/known_mistakes_kernels.h"

#include "engine/core/dtype.h"

#include <utility>

namespace moru::test {

namespace {

void scaleEmbeddingBy(Graph& graph, float factor)
{
    forEachKind<EmbeddingAttributes>(graph, [&](EmbeddingAttributes& a) { a.scale = factor; });
}

void roundEmbeddingScale(Graph& graph)
{
    forEachKind<EmbeddingAttributes>(
        graph, [](EmbeddingAttributes& a) { a.scale = bf16ToFloat(floatToBf16(a.scale)); });
}

void useSilu(Graph& graph)
{
    forEachKind<GatedActivationAttributes>(
        graph, [](GatedActivationAttributes& a) { a.activation = Activation::Silu; });
}

void useExactGelu(kernels::KernelTable& kernels)
{
    kernels.geluTanhMultiply = wrong::exactGeluMultiply;
}

constexpr auto plainNorms
    = [](Graph& g) { useNormWeightsAs(g, WeightUse::ZeroCentredVector, WeightUse::Vector); };

const Mistake kGemma[] = {
    { .name = "01 exact GELU instead of the tanh form",
        .golden = "gemma/round",
        .prompt = "long",
        .kernels = useExactGelu },
    { .name = "01 RMSNorm multiplied in bf16",
        .golden = "gemma/odd",
        .prompt = "short",
        .kernels = [](kernels::KernelTable& k) { k.rmsNorm = wrong::rmsNormInBf16; } },
    { .name = "01 square root of the hidden size rounded to bf16",
        .golden = "gemma/odd",
        .prompt = "short",
        .graph = roundEmbeddingScale },
    { .name = "01 RoPE positions in bf16",
        .golden = "gemma2/odd",
        .prompt = "verylong",
        .kernels = [](kernels::KernelTable& k) { k.ropeHalfSplit = wrong::ropeOfBf16Positions; } },
    { .name = "02 hidden_act gelu taken literally",
        .golden = "gemma/odd", // its config says "gelu", as the published one
        .prompt = "short",
        .kernels = useExactGelu },
    { .name = "02 SiLU instead of GELU", .golden = "gemma/odd", .prompt = "short", .graph = useSilu },
    { .name = "§2 embedding not scaled",
        .golden = "gemma/odd",
        .prompt = "short",
        .graph = [](Graph& g) { scaleEmbeddingBy(g, 1.0F); } },
    { .name = "§2 norms multiply by w instead of 1 + w",
        .golden = "gemma/odd",
        .prompt = "short",
        .graph = plainNorms },
    { .name = "§2 scale from hidden size over heads",
        .golden = "gemma/odd", // 24, its heads have 32
        .prompt = "short",
        .config = [](ModelConfig& c) { c.queryPreAttentionScalar = double(c.hiddenSize) / c.headCount; } },

    { .name = "03 attention softcap missing",
        .golden = "gemma2/odd",
        .prompt = "long",
        .config = [](ModelConfig& c) { c.attentionSoftcap = 0; } },
    { .name = "03 attention softcap before the scale",
        .golden = "gemma2/odd",
        .prompt = "long",
        .graph =
            [](Graph& g) {
                // scale · cap · tanh(q·k / cap), written as a cap of the scaled score
                forEachKind<AttentionAttributes>(g, [](AttentionAttributes& a) { a.softcap *= a.scale; });
            } },
    { .name = "03 attention softcap in place of the final one",
        .golden = "gemma2/odd",
        .prompt = "long",
        .config = [](ModelConfig& c) { std::swap(c.attentionSoftcap, c.finalSoftcap); } },
    { .name = "03 final softcap missing",
        .golden = "gemma2/round",
        .prompt = "short",
        .config = [](ModelConfig& c) { c.finalSoftcap = 0; } },
    { .name = "04 an attention kernel that cannot cap",
        .golden = "gemma2/odd",
        .prompt = "short",
        .kernels = [](kernels::KernelTable& k) { k.attention = wrong::attentionWithoutSoftcap; } },
    { .name = "05 sliding window ignored",
        .golden = "gemma2/odd",
        .prompt = "long",
        .config = [](ModelConfig& c) { c.isLocalLayer.clear(); } },
    { .name = "05 every layer cut to the window",
        .golden = "gemma2/odd",
        .prompt = "long",
        .config = [](ModelConfig& c) { c.isLocalLayer.assign(std::size_t(c.layerCount), true); } },
    { .name = "05 window one longer",
        .golden = "gemma2/odd",
        .prompt = "long",
        .graph = [](Graph& g) { lengthenWindows(g, 1); } },
    { .name = "05 window one shorter",
        .golden = "gemma2/round",
        .prompt = "long",
        .graph = [](Graph& g) { lengthenWindows(g, -1); } },
    { .name = "06 parity of the sliding layers inverted",
        .golden = "gemma2/odd",
        .prompt = "long",
        .config = [](ModelConfig& c) { c.isLocalLayer.flip(); } },
    { .name = "06 parity of the sliding layers inverted, two layers",
        .golden = "gemma2/round",
        .prompt = "long",
        .config = [](ModelConfig& c) { c.isLocalLayer.flip(); } },
    { .name = "07 scale from hidden size over heads",
        .golden = "gemma2/round", // 32, its scalar is 64
        .prompt = "short",
        .config = [](ModelConfig& c) { c.queryPreAttentionScalar = double(c.hiddenSize) / c.headCount; } },
    { .name = "07 scale from the head's size",
        .golden = "gemma2/odd", // 32, its scalar is 25
        .prompt = "short",
        .config = [](ModelConfig& c) { c.queryPreAttentionScalar = 0; } },
    { .name = "§1.1 query heads share the wrong keys",
        .golden = "gemma2/round",
        .prompt = "short",
        .program = wrong::shareKeysInTurn },
    { .name = "§3 norm after attention left out",
        .golden = "gemma2/round",
        .prompt = "short",
        .graph = [](Graph& g) { leaveOut(g, "post_attention_norm"); } },
    { .name = "§3 norm after the MLP left out",
        .golden = "gemma2/round",
        .prompt = "short",
        .graph = [](Graph& g) { leaveOut(g, "post_mlp_norm"); } },
};

} // namespace

std::span<const Mistake> gemmaMistakes()
{
    return kGemma;
}

} // namespace moru::test
