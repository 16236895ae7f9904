#pragma once

#include "engine/api/sampling.h"
#include "engine/graph/graph.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace moru {

/// Rotary embedding as a configuration describes it; `makeRopeTable` turns it into frequencies.
struct RopeConfig {
    enum class Scaling { None, Linear, Llama3 };
    double theta = 10000;
    std::int64_t rotaryDim = 0;
    Scaling scaling = Scaling::None;
    double factor = 1; ///< Linear and Llama 3.
    double lowFrequencyFactor = 1; ///< Llama 3 only, as are the next two.
    double highFrequencyFactor = 4;
    double originalContextLength = 8192;
};

/// inverseFrequencies[j] = θ^(−2j / rotaryDim), scaled. Independent of the prompt's length.
/// Source: arXiv:2104.09864; Llama 3's bands, models.md 5.3.
[[nodiscard]] RopeTable makeRopeTable(const RopeConfig& config);

/// Sizes of a Gated DeltaNet mixer (Qwen3.5).
struct DeltaNetConfig {
    std::int64_t keyHeads = 0;
    std::int64_t valueHeads = 0;
    std::int64_t keyDim = 0;
    std::int64_t valueDim = 0;
    std::int64_t convolutionTaps = 0;
};

/// What config.json says, completed by the family's defaults. One struct for all families; fields that a
/// family does not have keep their neutral value.
struct ModelConfig {
    std::string family; ///< Moru's name: "gemma3".
    std::string architecture; ///< config.json's: "Gemma3ForConditionalGeneration".
    std::string tensorPrefix; ///< Before "embed_tokens.weight" in this checkpoint: "model.".

    int layerCount = 0;
    int hiddenSize = 0;
    int headCount = 0;
    int kvHeadCount = 0;
    int headDim = 0;
    int feedForwardSize = 0;
    int vocabularySize = 0; ///< Rows of the embedding, padding included.
    int contextLength = 0;
    double normEpsilon = 1e-6;
    bool hasTiedHead = true;
    RopeConfig rope; ///< Of global layers where a family has two.
    RopeConfig localRope; ///< Gemma 3's sliding layers.
    double queryPreAttentionScalar = 0; ///< Attention scale is its inverse root.
    double attentionSoftcap = 0; ///< 0: none.
    double finalSoftcap = 0; ///< 0: none.
    int slidingWindow = 0;
    /// Per layer: sliding attention (Gemma 2, 3) or linear attention (Qwen3.5). Empty: none is.
    std::vector<bool> isLocalLayer;
    DeltaNetConfig deltaNet;
    std::optional<SamplingOptions>
        cardSampling; ///< The model card's, where repositories have no file for it.

    [[nodiscard]] bool isLocal(int layer) const
    {
        return !isLocalLayer.empty() && isLocalLayer[std::size_t(layer)];
    }
    [[nodiscard]] double attentionScale() const;
};

} // namespace moru
