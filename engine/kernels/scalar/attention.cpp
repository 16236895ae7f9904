#include "engine/kernels/scalar/cached_rows.h"
#include "engine/kernels/scalar/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moru::kernels::scalar {

namespace {

/// The positions that any token sees.
VisibleRange seenByAny(const AttentionTask& task)
{
    VisibleRange all = task.visible[0];
    for (std::int64_t t = 1; t < task.tokens; ++t)
        all = { std::min(all.begin, task.visible[t].begin), std::max(all.end, task.visible[t].end) };
    return all;
}

/// What softmax has seen besides the sums.
struct SoftmaxState {
    float largest = -std::numeric_limits<float>::infinity();
    float sum = 0;
};

/// One row, one stretch. `query`: as the keys are kept; scratch: [headDim + kStretchPositions].
SoftmaxState attendStretch(
    const AttentionTask& task, VisibleRange visible, const float* query, float* scratch, float* sums)
{
    const std::int64_t headDim = task.cache.layout.headDim;
    float* row = scratch; // a key, then a value
    float* weights = scratch + headDim; // one a visible position
    SoftmaxState state;
    for (std::int64_t p = visible.begin; p < visible.end; ++p) {
        readKey(task.cache, p, row);
        float score = 0;
        for (std::int64_t d = 0; d < headDim; ++d)
            score += query[d] * row[d];
        score *= task.scale;
        if (task.softcap > 0)
            score = task.softcap * std::tanh(score / task.softcap);
        weights[p - visible.begin] = score;
        state.largest = std::max(state.largest, score);
    }
    std::fill_n(sums, headDim, 0.0F);
    for (std::int64_t p = visible.begin; p < visible.end; ++p) {
        readValue(task.cache, p, row);
        const float weight = std::exp(weights[p - visible.begin] - state.largest);
        state.sum += weight;
        for (std::int64_t d = 0; d < headDim; ++d)
            sums[d] += weight * row[d];
    }
    return state;
}

/// One row. `part`: its place there, or null.
void attendRow(const AttentionTask& task, VisibleRange seenByAny, VisibleRange visible, const float* query,
    float* part, float* output)
{
    const std::int64_t headDim = task.cache.layout.headDim;
    float* rotated = task.scratch; // the query, as the keys are
    float* sums = rotated + headDim;
    float* merged = part != nullptr ? part : sums + headDim;
    float* scratch = sums + headDim + attentionPartFloats(1, headDim);
    std::copy_n(query, headDim, rotated);
    rotateRow(task.cache.layout, rotated);
    emptyAttentionPart(headDim, merged);
    for (std::int64_t begin = seenByAny.begin / kStretchPositions * kStretchPositions; begin < seenByAny.end;
        begin += kStretchPositions) {
        const VisibleRange seen { std::max(begin, visible.begin),
            std::min(begin + kStretchPositions, visible.end) };
        const SoftmaxState state = attendStretch(task, seen, rotated, scratch, sums);
        mergeAttention(sums, state.largest, state.sum, headDim, merged);
    }
    if (part == nullptr)
        joinAttention(task.cache.layout, merged, 0, 1, scratch, output);
}

} // namespace

void attention(const AttentionTask& task)
{
    if (task.tokens == 0)
        return;
    const std::int64_t headDim = task.cache.layout.headDim;
    const VisibleRange any = seenByAny(task);
    for (std::int64_t t = 0; t < task.tokens; ++t) {
        for (std::int64_t g = 0; g < task.groupSize; ++g) {
            const float* query = task.query + t * task.queryStride + g * headDim;
            if (task.part != nullptr) {
                float* part = task.part + attentionPartFloats(t * task.groupSize + g, headDim);
                attendRow(task, any, task.visible[t], query, part, nullptr);
            } else {
                float* output = task.output + t * task.outputStride + g * headDim;
                attendRow(task, any, task.visible[t], query, nullptr, output);
            }
        }
    }
}

} // namespace moru::kernels::scalar
