#pragma once

#include "engine/program/recipe.h"

namespace moru {

extern const Recipe embeddingRecipe, rmsNormRecipe, linearRecipe, ropeRecipe, attentionRecipe,
    cacheWriteRecipe, gatedActivationRecipe, addRecipe, softcapRecipe, splitHeadsRecipe, sigmoidGateRecipe,
    convolutionRecipe, l2NormRecipe, sigmoidRecipe, logDecayRecipe, gatedDeltaRuleRecipe, gatedRmsNormRecipe,
    selectRowsRecipe, quantiseRecipe;

/// Tokens (or wanted rows) of a step that one worker takes when work is divided by tokens.
[[nodiscard]] inline kernels::Range tokenShare(const Step& step, const StepContext& context, int worker)
{
    return shareOf(context.tokensOf(step), 1, worker, context.workerCount);
}

/// For steps that read activations only.
[[nodiscard]] StepCost noCost(const Step& step, const StepContext& context);

} // namespace moru
