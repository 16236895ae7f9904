#include "engine/program/recipes/attention_tasks.h"
#include "engine/program/recipes/recipes.h"

#include <cstring>

namespace moru {

namespace {

using kernels::VisibleRange;

void runCacheWrite(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<CacheWriteAttributes>(step.attributes);
    const LayerCache& cache = context.sequence->cache(attributes.cache);
    const std::size_t rowBytes = std::size_t(attributes.headDim) * sizeof(float);
    const Share share = tokenShare(step, context, worker);
    const kernels::Range heads = share.columns(attributes.kvHeadCount);
    for (std::int64_t t = share.tokens.begin; t < share.tokens.end; ++t) {
        const float* key = context.at(step.inputs[0], worker) + t * step.inputs[0].stride;
        const float* value = context.at(step.inputs[1], worker) + t * step.inputs[1].stride;
        const std::int64_t row = (context.firstPosition + t) % cache.capacity;
        for (std::int64_t head = heads.begin; head < heads.end; ++head) {
            const std::int64_t at = row * attributes.headDim;
            std::memcpy(cache.keysOf(head) + at, key + head * attributes.headDim, rowBytes);
            std::memcpy(cache.valuesOf(head) + at, value + head * attributes.headDim, rowBytes);
        }
    }
}

/// Some query heads of one key/value head, some tokens.
void attend(
    const Step& step, const StepContext& context, int worker, kernels::Range heads, kernels::Range tokens)
{
    const auto& attributes = std::get<AttentionAttributes>(step.attributes);
    const LayerCache& cache = context.sequence->cache(attributes.cache);
    const Operand& query = step.inputs[0];
    const Operand& output = step.outputs[0];
    const std::int64_t kvHead = heads.begin / (attributes.headCount / attributes.kvHeadCount);
    const std::int64_t column = heads.begin * attributes.headDim;
    context.kernels->attention({
        .query = context.at(query, worker) + tokens.begin * query.stride + column,
        .queryStride = query.stride,
        .tokens = tokens.end - tokens.begin,
        .groupSize = heads.end - heads.begin,
        .keys = cache.keysOf(kvHead),
        .values = cache.valuesOf(kvHead),
        .capacity = cache.capacity,
        .headDim = attributes.headDim,
        .visible = context.visible[std::size_t(attributes.cache)].data() + tokens.begin,
        .scale = attributes.scale,
        .softcap = attributes.softcap,
        .scratch = context.scratch[std::size_t(worker)],
        .output = context.at(output, worker) + tokens.begin * output.stride + column,
        .outputStride = output.stride,
    });
}

void runAttention(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<AttentionAttributes>(step.attributes);
    const std::int64_t tokens = context.tokensOf(step);
    const std::int64_t groupSize = attributes.headCount / attributes.kvHeadCount;
    if (context.hasFewRows(step)) {
        // The query heads that this worker made, which may begin and end inside a group.
        const kernels::Range mine
            = unitRange({ 0, attributes.headCount }, step.units, worker, context.workerCount);
        for (std::int64_t head = mine.begin; head < mine.end;) {
            const std::int64_t end = std::min(mine.end, (head / groupSize + 1) * groupSize);
            attend(step, context, worker, { head, end }, { 0, tokens });
            head = end;
        }
        return;
    }
    // Later tiles see more; dealing tasks out in turn keeps the workers level.
    const AttentionCut cut(attributes, tokens, context.workerCount);
    for (std::int64_t task = worker; task < cut.taskCount(attributes); task += context.workerCount) {
        const std::int64_t kvHead = task % attributes.kvHeadCount;
        const std::int64_t slice = task / attributes.kvHeadCount % cut.slicesPerGroup;
        const std::int64_t tile = task / (attributes.kvHeadCount * cut.slicesPerGroup);
        const std::int64_t firstToken = tile * AttentionCut::kTokensPerTask;
        const std::int64_t firstInGroup = slice * cut.headsPerSlice;
        const std::int64_t endInGroup = std::min(firstInGroup + cut.headsPerSlice, groupSize);
        attend(step, context, worker, { kvHead * groupSize + firstInGroup, kvHead * groupSize + endInGroup },
            { firstToken, std::min(firstToken + AttentionCut::kTokensPerTask, tokens) });
    }
}

StepCost attentionCost(const Step& step, const StepContext& context)
{
    const auto& attributes = std::get<AttentionAttributes>(step.attributes);
    StepCost cost;
    std::int64_t longest = 0;
    const auto ranges = std::span(context.visible[std::size_t(attributes.cache)]);
    for (const VisibleRange& range : ranges.first(std::size_t(context.tokenCount))) {
        cost.operations += 4 * attributes.headCount * attributes.headDim * (range.end - range.begin);
        longest = std::max(longest, range.end - range.begin);
    }
    cost.bytesRead = 2 * longest * attributes.kvHeadCount * attributes.headDim * std::int64_t(sizeof(float));
    return cost;
}

} // namespace

const Recipe cacheWriteRecipe { Partition::Tokens, runCacheWrite, noCost };
const Recipe attentionRecipe { Partition::Heads, runAttention, attentionCost };

} // namespace moru
