#include "engine/program/recipes/attention_tasks.h"
#include "engine/program/recipes/recipes.h"

#include <array>

namespace moru {

namespace {

using kernels::VisibleRange;

void runCacheWrite(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<CacheWriteAttributes>(step.attributes);
    const LayerCache& cache = context.sequence->cache(attributes.cache);
    const Operand& key = step.inputs[0];
    const Operand& value = step.inputs[1];
    const Share share = tokenShare(step, context, worker);
    const std::int64_t first = share.tokens.begin;
    const kernels::Range heads = share.columns(attributes.kvHeadCount);
    // What is kept as computed stays as computed.
    const bool hasOffset = !attributes.keyOffset.empty() && cache.layout.format != KvFormat::Float32;
    for (std::int64_t head = heads.begin; head < heads.end; ++head) {
        context.kernels->cacheWrite({
            .key = context.at(key, worker) + first * key.stride + head * attributes.headDim,
            .keyStride = key.stride,
            .value = context.at(value, worker) + first * value.stride + head * attributes.headDim,
            .valueStride = value.stride,
            .tokens = share.tokens.end - first,
            .firstPosition = context.firstPosition + first,
            .keyOffset = hasOffset ? attributes.keyOffset.data() + head * attributes.headDim : nullptr,
            .scratch = context.scratch[std::size_t(worker)],
            .cache = cache.head(head),
        });
    }
}

/// Some query heads of one key/value head, some tokens; where the result goes is left to the caller.
kernels::AttentionTask taskOf(
    const Step& step, const StepContext& context, int worker, kernels::Range heads, kernels::Range tokens)
{
    const auto& attributes = std::get<AttentionAttributes>(step.attributes);
    const Operand& query = step.inputs[0];
    const std::int64_t kvHead = heads.begin / (attributes.headCount / attributes.kvHeadCount);
    return {
        .query = context.at(query, worker) + tokens.begin * query.stride + heads.begin * attributes.headDim,
        .queryStride = query.stride,
        .tokens = tokens.end - tokens.begin,
        .groupSize = heads.end - heads.begin,
        .cache = context.sequence->cache(attributes.cache).head(kvHead),
        .visible = context.visible[std::size_t(attributes.cache)].data() + tokens.begin,
        .scale = attributes.scale,
        .softcap = attributes.softcap,
        .scratch = context.scratch[std::size_t(worker)],
    };
}

void attend(
    const Step& step, const StepContext& context, int worker, kernels::Range heads, kernels::Range tokens)
{
    const auto& attributes = std::get<AttentionAttributes>(step.attributes);
    const Operand& output = step.outputs[0];
    kernels::AttentionTask task = taskOf(step, context, worker, heads, tokens);
    task.output
        = context.at(output, worker) + tokens.begin * output.stride + heads.begin * attributes.headDim;
    task.outputStride = output.stride;
    context.kernels->attention(task);
}

StretchCut stretchCut(const Step& step, const StepContext& context)
{
    const auto& attributes = std::get<AttentionAttributes>(step.attributes);
    const auto visible = std::span(context.visible[std::size_t(attributes.cache)]);
    return { attributes, visible.first(std::size_t(context.tokenCount)) };
}

bool leavesParts(const Step& step, const StepContext& context)
{
    // step.units: query heads, which load workers evenly where they divide them.
    return context.hasFewRows(step) && step.units % context.workerCount != 0
        && stretchCut(step, context).perHead > 1;
}

/// All query heads of a key/value head, one stretch after the other.
void attendToStretches(const Step& step, const StepContext& context, int worker)
{
    const StretchCut cut = stretchCut(step, context);
    const kernels::Range mine = shareOf(cut.taskCount(), 1, worker, context.workerCount);
    for (std::int64_t i = mine.begin; i < mine.end; ++i) {
        const std::int64_t firstHead = i / cut.perHead * cut.groupSize;
        kernels::AttentionTask task
            = taskOf(step, context, worker, { firstHead, firstHead + cut.groupSize }, { 0, cut.tokens });
        std::array<VisibleRange, kFewRows> seen;
        for (std::int64_t t = 0; t < cut.tokens; ++t)
            seen[std::size_t(t)] = cut.seenIn(i % cut.perHead, task.visible[t]);
        task.visible = seen.data();
        task.part = context.parts + i * cut.floatsOfPart();
        context.kernels->attention(task);
    }
}

void joinStretches(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<AttentionAttributes>(step.attributes);
    const StretchCut cut = stretchCut(step, context);
    const KvBlockLayout& layout = context.sequence->cache(attributes.cache).layout;
    const Operand& output = step.outputs[0];
    const kernels::Range heads = shareOf(step.units, 1, worker, context.workerCount);
    for (std::int64_t t = 0; t < cut.tokens; ++t) {
        for (std::int64_t head = heads.begin; head < heads.end; ++head) {
            kernels::joinAttention(layout, context.parts + cut.placeOf(head, t), cut.floatsOfPart(),
                cut.perHead, context.scratch[std::size_t(worker)],
                context.at(output, worker) + t * output.stride + head * cut.headDim);
        }
    }
}

void runAttention(const Step& step, const StepContext& context, int worker)
{
    const auto& attributes = std::get<AttentionAttributes>(step.attributes);
    const std::int64_t tokens = context.tokensOf(step);
    const std::int64_t groupSize = attributes.headCount / attributes.kvHeadCount;
    if (leavesParts(step, context)) {
        attendToStretches(step, context, worker);
        return;
    }
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
        const std::int64_t firstToken = tile * cut.tokensPerTask;
        const std::int64_t firstInGroup = slice * cut.headsPerSlice;
        const std::int64_t endInGroup = std::min(firstInGroup + cut.headsPerSlice, groupSize);
        attend(step, context, worker, { kvHead * groupSize + firstInGroup, kvHead * groupSize + endInGroup },
            { firstToken, std::min(firstToken + cut.tokensPerTask, tokens) });
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
    const KvBlockLayout layout = kvBlockLayout(context.kvFormat, attributes.headDim);
    cost.bytesRead = longest * attributes.kvHeadCount * layout.sizeBytes / kBlockPositions;
    return cost;
}

} // namespace

const Recipe cacheWriteRecipe { Partition::Tokens, runCacheWrite, noCost };
const Recipe attentionRecipe {
    .partition = Partition::Heads,
    .run = runAttention,
    .cost = attentionCost,
    .leavesParts = leavesParts,
    .join = joinStretches,
};

} // namespace moru
