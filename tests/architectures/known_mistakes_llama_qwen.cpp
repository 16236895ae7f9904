#include "tests/architectures/known_mistakes_edits.h"
#include "tests/architectures/known_mistakes_experiment.h"
#include "tests/architectures/known_mistakes_kernels.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace moru::test {

namespace {

/// Llama 3's bands with the part between them blended by the wavelength itself.
void blendInWavelength(Graph& graph)
{
    constexpr double factor = 32;
    constexpr double shortest = 8192.0 / 4; // wavelengths below stay
    constexpr double longest = 8192.0 / 1; // those above are divided
    for (RopeTable& table : graph.ropeTables) {
        for (std::size_t j = 0; j < table.inverseFrequencies.size(); ++j) {
            const double frequency = std::pow(500000.0, -2.0 * double(j) / double(table.rotaryDim()));
            const double wavelength = 2 * std::numbers::pi / frequency;
            const double share = std::clamp((longest - wavelength) / (longest - shortest), 0.0, 1.0);
            table.inverseFrequencies[j] = float((1 - share) * frequency / factor + share * frequency);
        }
    }
}

void leaveOutBias(Graph& graph, std::string_view name)
{
    forEachNamed(graph, name, [](Operation& operation) {
        operation.weights.resize(1);
        std::get<LinearAttributes>(operation.attributes).hasBias = { false };
    });
}

const Mistake kLlamaAndQwen[] = {
    { .name = "16 llama3 scaling read and not used",
        .golden = "llama/round",
        .prompt = "long",
        .config = [](ModelConfig& c) { c.rope.scaling = RopeConfig::Scaling::None; } },
    { .name = "16 scaling read under type or rope_type only",
        .golden = "llama/odd_untied", // writes "type", llama/round "rope_type"
        .prompt = "long",
        .config = [](ModelConfig& c) { c.rope.scaling = RopeConfig::Scaling::None; } },
    { .name = "16 linear factor instead of the bands",
        .golden = "llama/round",
        .prompt = "long",
        .config = [](ModelConfig& c) { c.rope.scaling = RopeConfig::Scaling::Linear; } },
    { .name = "17 bands blended linearly in wavelength",
        .golden = "llama/round",
        .prompt = "verylong",
        .graph = blendInWavelength },
    { .name = "18 factor 8 of Llama 3.1",
        .golden = "llama/round",
        .prompt = "verylong",
        .config = [](ModelConfig& c) { c.rope.factor = 8; } },
    { .name = "§1.3 adjacent pairs rotated",
        .golden = "llama/round",
        .prompt = "short",
        .kernels = [](kernels::KernelTable& k) { k.ropeHalfSplit = wrong::ropeOfAdjacentPairs; } },
    { .name = "§1.1 query heads share the wrong keys",
        .golden = "llama/odd_untied",
        .prompt = "short",
        .program = wrong::shareKeysInTurn },
    { .name = "§5 embedding used for a head that is not tied",
        .golden = "llama/odd_untied",
        .prompt = "short",
        .config = [](ModelConfig& c) { c.hasTiedHead = true; } },
    { .name = "§5 norms zero-centred as Gemma's",
        .golden = "llama/round",
        .prompt = "short",
        .graph = [](Graph& g) { useNormWeightsAs(g, WeightUse::Vector, WeightUse::ZeroCentredVector); } },

    { .name = "22 window honoured although switched off",
        .golden = "qwen2/odd", // window 8, use_sliding_window false
        .prompt = "long",
        .graph =
            [](Graph& g) {
                for (CacheSpecification& cache : g.caches)
                    cache.window = 8;
            } },
    { .name = "22 window honoured in the upper layers only",
        .golden = "qwen2/round",
        .prompt = "long",
        .graph = [](Graph& g) { g.caches.back().window = 8; } },
    { .name = "§6 biases left out",
        .golden = "qwen2/odd",
        .prompt = "short",
        .graph =
            [](Graph& g) {
                for (const char* name : { "q_projection", "k_projection", "v_projection" })
                    leaveOutBias(g, name);
            } },
    { .name = "§6 bias of the values left out",
        .golden = "qwen2/round",
        .prompt = "short",
        .graph = [](Graph& g) { leaveOutBias(g, "v_projection"); } },
    { .name = "§6 base of Llama 2",
        .golden = "qwen2/odd",
        .prompt = "short",
        .config = [](ModelConfig& c) { c.rope.theta = 10000; } },

    { .name = "§7 norms of query and key left out",
        .golden = "qwen3/odd",
        .prompt = "short",
        .graph =
            [](Graph& g) {
                leaveOut(g, "q_norm");
                leaveOut(g, "k_norm");
            } },
    { .name = "§7 norm of the key left out",
        .golden = "qwen3/round",
        .prompt = "short",
        .graph = [](Graph& g) { leaveOut(g, "k_norm"); } },
    { .name = "§7 norms of query and key after RoPE",
        .golden = "qwen3/odd",
        .prompt = "short",
        .graph =
            [](Graph& g) {
                changeOrder(g, "q_norm", "q_rope");
                changeOrder(g, "k_norm", "k_rope");
            } },
    { .name = "§7 scale from hidden size over heads",
        .golden = "qwen3/odd", // 24, its heads have 32
        .prompt = "short",
        .config = [](ModelConfig& c) { c.queryPreAttentionScalar = double(c.hiddenSize) / c.headCount; } },
};

} // namespace

std::span<const Mistake> llamaAndQwenMistakes()
{
    return kLlamaAndQwen;
}

} // namespace moru::test
