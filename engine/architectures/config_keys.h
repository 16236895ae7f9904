#pragma once

#include "engine/architectures/model_config.h"
#include "engine/loader/config_reader.h"

namespace moru {

// Keys of config.json that mean the same in every family. Each function reads one group of them; the family's
// file says which groups it has and what an absent key means there.

/// Sizes that have no default in any family, and those whose default a family knows (`absent`).
struct DecoderDefaults {
    int headCount = 0; ///< 0: the key must be there.
    int kvHeadCount = 0; ///< 0: as headCount.
    int headDim = 0; ///< 0: hiddenSize / headCount.
    int vocabularySize = 0; ///< 0: the key must be there.
    int contextLength = 8192;
    double normEpsilon = 1e-6;
};
void readDecoderSizes(ConfigReader& reader, ModelConfig& config, const DecoderDefaults& absent);

/// "rope_theta" and "rope_scaling", or the newer "rope_parameters" with both. Refuses kinds that no
/// registered family uses. `rotaryDim` is the share of the head that "partial_rotary_factor" says, which
/// stands in either place.
[[nodiscard]] RopeConfig readRope(
    ConfigReader& reader, int headDim, double thetaWhenAbsent, double shareWhenAbsent = 1);

/// "layer_types", or `isLocalWhenAbsent(layer)`; `localName` is the type that counts as local.
[[nodiscard]] std::vector<bool> readLocalLayers(ConfigReader& reader, int layerCount,
    std::string_view localName, bool (*isLocalWhenAbsent)(int layer, int pattern), int pattern);

/// Refuses an activation other than the family's; absent is the family's.
void requireActivation(ConfigReader& reader, std::string_view key, std::string_view only);

/// Refuses a variant that the family's graph does not have, with the key in the sentence.
void requireFalse(ConfigReader& reader, std::string_view key);

} // namespace moru
