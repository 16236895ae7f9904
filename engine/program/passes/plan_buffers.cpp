#include "engine/program/passes/passes.h"

#include "engine/program/recipe.h"

#include <algorithm>
#include <optional>

namespace moru {

namespace {

constexpr std::int64_t kCacheLineFloats = 16;

/// A buffer's life, in spans between barriers, both ends included.
struct Buffer {
    int value = 0;
    std::int64_t columns = 0;
    int born = 0;
    int dies = 0;
    bool isInHead = false;
    bool isPrivate = false;
    std::int64_t column = 0;
};

bool overlapInTime(const Buffer& a, const Buffer& b)
{
    return a.isInHead == b.isInHead && a.isPrivate == b.isPrivate && a.born <= b.dies && b.born <= a.dies;
}

/// Lowest columns that are free during the buffer's whole life: first fit over those already placed.
std::int64_t firstFit(const Buffer& buffer, const std::vector<Buffer>& placed)
{
    std::vector<std::pair<std::int64_t, std::int64_t>> taken;
    for (const Buffer& other : placed) {
        if (overlapInTime(buffer, other))
            taken.emplace_back(other.column, other.column + other.columns);
    }
    std::ranges::sort(taken);
    std::int64_t column = 0;
    for (const auto& [begin, end] : taken) {
        if (begin - column >= buffer.columns)
            break;
        column = std::max(column, end);
    }
    return column;
}

std::vector<Buffer> findLives(const Graph& graph, const std::vector<View>& views,
    const std::vector<Step>& steps, const std::vector<bool>& isObserved)
{
    std::vector<std::optional<Buffer>> buffers(graph.widths.size());
    int span = 0;
    std::size_t step = 0;
    for (const Operation& operation : graph.operations) {
        if (std::holds_alternative<ColumnsAttributes>(operation.attributes))
            continue;
        for (const Value output : operation.outputs) {
            const std::int64_t width = graph.width(output);
            const std::int64_t columns = (width + kCacheLineFloats - 1) / kCacheLineFloats * kCacheLineFloats;
            buffers[std::size_t(output.id)]
                = Buffer { output.id, columns, span, span, steps[step].isInHead, isPrivate(steps[step]), 0 };
        }
        for (const Value input : operation.inputs)
            buffers[std::size_t(views[std::size_t(input.id)].base)]->dies = span;
        span += steps[step].barriers.fewRowsByHeads ? 1 : 0;
        ++step;
    }
    std::vector<Buffer> found;
    for (std::optional<Buffer>& buffer : buffers) {
        if (!buffer)
            continue;
        if (isObserved[std::size_t(buffer->value)] || buffer->value == graph.logits.id)
            buffer->dies = span;
        found.push_back(*buffer);
    }
    return found;
}

} // namespace

std::vector<View> resolveViews(const Graph& graph)
{
    std::vector<View> views(graph.widths.size());
    for (std::size_t id = 0; id < views.size(); ++id)
        views[id] = { int(id), 0 };
    for (const Operation& operation : graph.operations) {
        if (const auto* columns = std::get_if<ColumnsAttributes>(&operation.attributes)) {
            const View& base = views[std::size_t(operation.inputs[0].id)];
            views[std::size_t(operation.outputs[0].id)] = { base.base, base.offset + columns->begin };
        }
    }
    return views;
}

bool isPrivate(const Step& step)
{
    return step.recipe->partition == Partition::Tokens && step.units == 0;
}

BufferPlan planBuffers(
    const Graph& graph, const std::vector<Step>& steps, const std::vector<bool>& isObserved)
{
    const std::vector<View> views = resolveViews(graph);
    std::vector<bool> isKept = isObserved;
    for (std::size_t id = 0; id < views.size(); ++id) {
        if (isObserved[id])
            isKept[std::size_t(views[id].base)] = true;
    }

    BufferPlan plan;
    plan.operands.resize(graph.widths.size());
    std::vector<Buffer> placed;
    for (Buffer& buffer : findLives(graph, views, steps, isKept)) {
        buffer.column = firstFit(buffer, placed);
        ArenaColumns& arena = buffer.isInHead ? plan.head : plan.body;
        std::int64_t& columns = buffer.isPrivate ? arena.ofEachWorker : arena.shared;
        columns = std::max(columns, buffer.column + buffer.columns);
        plan.operands[std::size_t(buffer.value)] = { buffer.column, buffer.columns, 0,
            graph.width({ buffer.value }), buffer.isInHead, buffer.isPrivate };
        placed.push_back(buffer);
    }
    for (std::size_t id = 0; id < views.size(); ++id) {
        if (views[id].base == int(id))
            continue;
        plan.operands[id] = plan.operands[std::size_t(views[id].base)];
        plan.operands[id].offset = views[id].offset;
        plan.operands[id].width = graph.widths[id];
    }
    return plan;
}

} // namespace moru
