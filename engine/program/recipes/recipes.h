#pragma once

#include "engine/program/recipe.h"

namespace moru {

extern const Recipe embeddingRecipe, rmsNormRecipe, linearRecipe, ropeRecipe, attentionRecipe,
    cacheWriteRecipe, gatedActivationRecipe, addRecipe, softcapRecipe, splitHeadsRecipe, sigmoidGateRecipe,
    convolutionRecipe, l2NormRecipe, sigmoidRecipe, logDecayRecipe, gatedDeltaRuleRecipe, gatedRmsNormRecipe,
    selectRowsRecipe, quantiseRecipe, roundRecipe;

/// For steps that read activations only.
[[nodiscard]] StepCost noCost(const Step& step, const StepContext& context);

} // namespace moru
