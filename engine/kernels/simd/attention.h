#pragma once

#include "engine/kernels/simd/attention_scores.h"
#include "engine/kernels/simd/attention_values.h"
#include "engine/kernels/simd/elementary.h"

namespace moru::kernels::simd {

// Online softmax (arXiv:1805.02867) over blocks of 64 positions, which begin at multiples of 64: so a token
// meets the same blocks, and rounds the same way, however its prompt is cut into calls of many rows.

/// What a query row has seen so far. Its output holds Σ e^(score − largest) · value, not yet divided by
/// `sum`.
struct SoftmaxState {
    float largest;
    float sum;
};

// Up to here transposing a block of keys costs more than it gains: decode of one token.
inline constexpr std::int64_t kFewRows = 12;

/// Scales and caps a row's scores in place and hides those that the row does not see. Returns the largest.
template <class V>
inline float finishScores(const AttentionTask& task, const AttentionTile& tile, std::int64_t r)
{
    float* scores = tile.weights + r * kKeysPerBlock;
    const V scale = V::broadcast(task.scale);
    const V never = V::broadcast(-__builtin_inff());
    V largest = never;
    if (task.softcap > 0) {
        const V cap = V::broadcast(task.softcap);
        for (std::int64_t p = 0; p < kKeysPerBlock; p += V::kLanes)
            (cap * hyperbolicTangent(V::load(scores + p) * scale / cap)).store(scores + p);
    } else {
        for (std::int64_t p = 0; p < kKeysPerBlock; p += V::kLanes)
            (V::load(scores + p) * scale).store(scores + p);
    }
    if (tile.visible[r].begin > 0 || tile.visible[r].end < kKeysPerBlock) {
        const V begin = V::broadcast(static_cast<float>(tile.visible[r].begin));
        const V end = V::broadcast(static_cast<float>(tile.visible[r].end));
        for (std::int64_t p = 0; p < kKeysPerBlock; p += V::kLanes) {
            // What is not visible may be anything, even no number: it is replaced, not computed with.
            const V position = V::laneNumbers() + V::broadcast(static_cast<float>(p));
            const V score = V::load(scores + p);
            V::whereLess(position, begin, never, V::whereLess(position, end, score, never)).store(scores + p);
        }
    }
    for (std::int64_t p = 0; p < kKeysPerBlock; p += V::kLanes)
        largest = V::largest(largest, V::load(scores + p));
    return V::maximum(largest);
}

/// Turns the tile's scores into weights e^(score − largest so far), in place. factors: by what each row's
/// output so far must be multiplied. Row by row inside each step, so that the rows' long chains overlap.
template <class V>
void softmaxStep(const AttentionTask& task, const AttentionTile& tile, SoftmaxState* states, float* factors)
{
    float change[V::kLanes] = {}; // of the largest; 0 or less
    float largest[kAttentionRows];
    for (std::int64_t r = 0; r < tile.rows; ++r) {
        const float before = states[r].largest;
        largest[r] = __builtin_fmaxf(before, finishScores<V>(task, tile, r));
        states[r].largest = largest[r];
        const bool nothingYet = largest[r] == -__builtin_inff();
        change[r] = nothingYet ? 0 : before - largest[r];
        largest[r] = nothingYet ? 0 : largest[r]; // the weights of −∞ then are 0
    }
    float rescale[V::kLanes];
    exponential(V::load(change)).store(rescale);
    for (std::int64_t r = 0; r < tile.rows; ++r) {
        float* weights = tile.weights + r * kKeysPerBlock;
        const V shift = V::broadcast(largest[r]);
        V sum = V::zero();
        for (std::int64_t p = 0; p < kKeysPerBlock; p += V::kLanes) {
            const V weight = exponential(V::load(weights + p) - shift);
            weight.store(weights + p);
            sum = sum + weight;
        }
        factors[r] = rescale[r];
        states[r].sum = states[r].sum * rescale[r] + V::sum(sum);
    }
}

/// All rows of the task against the block at tile.blockBegin; `seen` is the part of it that any row sees.
template <class V>
void attendBlock(const AttentionTask& task, AttentionTile& tile, VisibleRange seen, float* keysTransposed,
    SoftmaxState* states)
{
    const std::int64_t rows = task.tokens * task.groupSize;
    const bool few = rows <= kFewRows;
    tile.prefetch = few;
    if (!few)
        transposeKeys<V>(task, tile.blockBegin, seen, keysTransposed);
    for (std::int64_t first = 0; first < rows; first += kAttentionRows) {
        aim<V>(tile, task, first);
        if (tile.any.begin >= tile.any.end)
            continue;
        if (few)
            scoresFromCache<V>(task, tile);
        else
            scoresFromTransposedFor<V>(tile, keysTransposed, task.headDim);
        float factors[kAttentionRows];
        softmaxStep<V>(task, tile, states + first, factors);
        addValuesFor<V>(task, tile, factors);
    }
}

/// Sets each row's output to 0 at the start, and divides it by its sum at the end.
template <class V> void scaleOutputs(const AttentionTask& task, const SoftmaxState* states)
{
    for (std::int64_t t = 0; t < task.tokens; ++t) {
        for (std::int64_t g = 0; g < task.groupSize; ++g) {
            float* output = task.output + t * task.outputStride + g * task.headDim;
            for (std::int64_t d = 0; d < task.headDim; ++d)
                output[d] = states == nullptr ? 0 : output[d] / states[t * task.groupSize + g].sum;
        }
    }
}

template <class V> void attention(const AttentionTask& task)
{
    // attentionScratchFloats counts these three.
    float* keysTransposed = task.scratch; // [headDim][kKeysPerBlock]
    float* weights = keysTransposed + kKeysPerBlock * task.headDim; // [kAttentionRows][kKeysPerBlock]
    auto* states
        = reinterpret_cast<SoftmaxState*>(weights + kKeysPerBlock * kAttentionRows); // [tokens · groupSize]
    for (std::int64_t r = 0; r < task.tokens * task.groupSize; ++r)
        states[r] = { -__builtin_inff(), 0 };
    scaleOutputs<V>(task, nullptr);

    VisibleRange all = task.tokens > 0 ? task.visible[0] : VisibleRange {}; // by any token
    for (std::int64_t t = 1; t < task.tokens; ++t) {
        all.begin = task.visible[t].begin < all.begin ? task.visible[t].begin : all.begin;
        all.end = task.visible[t].end > all.end ? task.visible[t].end : all.end;
    }
    AttentionTile tile;
    tile.weights = weights;
    for (std::int64_t block = all.begin / kKeysPerBlock * kKeysPerBlock; block < all.end;
        block += kKeysPerBlock) {
        tile.blockBegin = block;
        const VisibleRange seen { all.begin > block ? all.begin - block : 0,
            all.end - block < kKeysPerBlock ? all.end - block : kKeysPerBlock };
        attendBlock<V>(task, tile, seen, keysTransposed, states);
    }
    scaleOutputs<V>(task, states);
}

} // namespace moru::kernels::simd
