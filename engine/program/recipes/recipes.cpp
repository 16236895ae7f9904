#include "engine/program/recipes/recipes.h"

#include "engine/program/recipes/attention_tasks.h"
#include "engine/program/recipes/linear_blocks.h"
#include "engine/quantization/packed_int8.h"

#include <algorithm>
#include <cassert>
#include <type_traits>

namespace moru {

const Recipe& recipeFor(const Attributes& attributes)
{
    return std::visit(
        []<typename A>(const A&) -> const Recipe& {
            if constexpr (std::is_same_v<A, EmbeddingAttributes>)
                return embeddingRecipe;
            else if constexpr (std::is_same_v<A, RmsNormAttributes>)
                return rmsNormRecipe;
            else if constexpr (std::is_same_v<A, LinearAttributes>)
                return linearRecipe;
            else if constexpr (std::is_same_v<A, RopeAttributes>)
                return ropeRecipe;
            else if constexpr (std::is_same_v<A, AttentionAttributes>)
                return attentionRecipe;
            else if constexpr (std::is_same_v<A, CacheWriteAttributes>)
                return cacheWriteRecipe;
            else if constexpr (std::is_same_v<A, GatedActivationAttributes>)
                return gatedActivationRecipe;
            else if constexpr (std::is_same_v<A, AddAttributes>)
                return addRecipe;
            else if constexpr (std::is_same_v<A, SoftcapAttributes>)
                return softcapRecipe;
            else if constexpr (std::is_same_v<A, SplitHeadsAttributes>)
                return splitHeadsRecipe;
            else if constexpr (std::is_same_v<A, SigmoidGateAttributes>)
                return sigmoidGateRecipe;
            else if constexpr (std::is_same_v<A, ConvolutionAttributes>)
                return convolutionRecipe;
            else if constexpr (std::is_same_v<A, L2NormAttributes>)
                return l2NormRecipe;
            else if constexpr (std::is_same_v<A, SigmoidAttributes>)
                return sigmoidRecipe;
            else if constexpr (std::is_same_v<A, LogDecayAttributes>)
                return logDecayRecipe;
            else if constexpr (std::is_same_v<A, GatedDeltaRuleAttributes>)
                return gatedDeltaRuleRecipe;
            else if constexpr (std::is_same_v<A, GatedRmsNormAttributes>)
                return gatedRmsNormRecipe;
            else if constexpr (std::is_same_v<A, SelectRowsAttributes>)
                return selectRowsRecipe;
            else if constexpr (std::is_same_v<A, QuantiseAttributes>)
                return quantiseRecipe;
            else if constexpr (std::is_same_v<A, RoundAttributes>)
                return roundRecipe;
            else
                static_assert(std::is_same_v<A, ColumnsAttributes>, "every operation needs a recipe");
            assert(false && "a view has no step"); // the compiler turns ColumnsAttributes into operands
            return addRecipe;
        },
        attributes);
}

kernels::Range shareOf(std::int64_t count, std::int64_t block, int worker, int workerCount)
{
    const std::int64_t blocks = (count + block - 1) / block;
    return { std::min(count, blocks * worker / workerCount * block),
        std::min(count, blocks * (worker + 1) / workerCount * block) };
}

bool isMadeByHeads(const Step& step, std::size_t output, bool divides)
{
    if (output >= step.unitOutputs.size() || step.unitOutputs[output].units == 0)
        return false;
    return divides || std::ranges::any_of(step.unitOutputs, [&](const UnitColumns& other) {
        return other.units > step.unitOutputs[output].units;
    });
}

kernels::Range unitRange(kernels::Range section, std::int64_t units, int worker, int workerCount)
{
    const std::int64_t width = (section.end - section.begin) / units;
    const kernels::Range share = shareOf(units, 1, worker, workerCount);
    return { section.begin + width * share.begin, section.begin + width * share.end };
}

Share tokenShare(const Step& step, const StepContext& context, int worker)
{
    const std::int64_t tokens = context.tokensOf(step);
    if (!context.hasFewRows(step))
        return { .tokens = shareOf(tokens, 1, worker, context.workerCount) };
    if (step.units == 0)
        return { .tokens = { 0, tokens } };
    return { .tokens = { 0, tokens },
        .units = shareOf(step.units, 1, worker, context.workerCount),
        .unitCount = step.units };
}

StepCost noCost(const Step&, const StepContext&)
{
    return {};
}

std::int64_t scratchFloats(const Program& program, int chunkSize)
{
    std::int64_t most = linearScratchFloats(chunkSize);
    for (const Step& step : program.steps) {
        if (const auto* attention = std::get_if<AttentionAttributes>(&step.attributes))
            most = std::max(most, attentionTaskScratchFloats(*attention));
        if (const auto* quantise = std::get_if<QuantiseAttributes>(&step.attributes))
            most = std::max(most, 2 * paddedColumns(quantise->columns)); // normed, rotated
        if (const auto* round = std::get_if<RoundAttributes>(&step.attributes))
            most = std::max(most, paddedColumns(round->columns));
    }
    return most;
}

std::int64_t partFloats(const Program& program, int contextLength)
{
    std::int64_t most = 0;
    for (const Step& step : program.steps) {
        if (const auto* attention = std::get_if<AttentionAttributes>(&step.attributes))
            most = std::max(most, StretchCut::mostFloats(*attention, contextLength));
    }
    return most;
}

} // namespace moru
