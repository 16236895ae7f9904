#pragma once

#include "engine/kernels/simd/attention_tile.h"
#include "engine/kernels/simd/elementary.h"

namespace moru::kernels::simd {

/// Scales and caps a row's scores in place. Apart, because what the hyperbolic tangent needs beside the
/// scores is more than the registers hold: they stay where they are, for models that cap.
template <class V>
[[gnu::noinline]] void capScores(const AttentionTask& task, float* scores, const float* keyScales)
{
    const V scale = V::broadcast(task.scale);
    const V cap = V::broadcast(task.softcap);
    for (std::int64_t p = 0; p < kBlockPositions; p += V::kLanes) {
        V score = V::load(scores + p) * scale;
        if (keyScales != nullptr)
            score = score * V::load(keyScales + p);
        (cap * hyperbolicTangent(score / cap)).store(scores + p);
    }
}

/// Scales and caps a row's scores in place and hides those that the row does not see. Returns the largest.
template <class V>
inline float finishScores(
    const AttentionTask& task, float* scores, const float* keyScales, VisibleRange visible)
{
    constexpr int kVectors = static_cast<int>(kBlockPositions) / V::kLanes;
    const bool isCapped = task.softcap > 0;
    if (isCapped)
        capScores<V>(task, scores, keyScales);
    const V scale = V::broadcast(isCapped ? 1 : task.scale);
    V score[kVectors];
#pragma GCC unroll 8
    for (int i = 0; i < kVectors; ++i)
        score[i] = V::load(scores + i * V::kLanes) * scale;
    if (keyScales != nullptr && !isCapped) {
#pragma GCC unroll 8
        for (int i = 0; i < kVectors; ++i)
            score[i] = score[i] * V::load(keyScales + i * V::kLanes);
    }
    const V never = V::broadcast(-__builtin_inff());
    if (visible.begin > 0 || visible.end < kBlockPositions) {
        const V begin = V::broadcast(static_cast<float>(visible.begin));
        const V end = V::broadcast(static_cast<float>(visible.end));
#pragma GCC unroll 8
        for (int i = 0; i < kVectors; ++i) {
            // What is not visible may be anything, even no number: it is replaced, not computed with.
            const V position = V::laneNumbers() + V::broadcast(static_cast<float>(i * V::kLanes));
            score[i] = V::whereLess(position, begin, never, V::whereLess(position, end, score[i], never));
        }
    }
    V largest = never;
#pragma GCC unroll 8
    for (int i = 0; i < kVectors; ++i) {
        score[i].store(scores + i * V::kLanes);
        largest = V::largest(largest, score[i]);
    }
    return V::maximum(largest);
}

/// Turns a tile's scores into weights e^(score − largest so far), in place, times the value's scale where
/// there is one. Row by row inside each step, so that the rows' long chains overlap.
template <class V>
void softmaxStep(const AttentionTask& task, const AttentionRows& rows, const AttentionBlock& block,
    const AttentionTile& tile)
{
    float change[V::kLanes] = {}; // of the largest; 0 or less
    float largest[kAttentionRows];
    for (std::int64_t r = 0; r < tile.rows; ++r) {
        SoftmaxState& state = rows.states[tile.first + r];
        const float before = state.largest;
        largest[r] = __builtin_fmaxf(before,
            finishScores<V>(
                task, rows.weights + (tile.first + r) * kBlockPositions, block.scales, tile.visible[r]));
        state.largest = largest[r];
        const bool nothingYet = largest[r] == -__builtin_inff();
        change[r] = nothingYet ? 0 : before - largest[r];
        largest[r] = nothingYet ? 0 : largest[r]; // the weights of −∞ then are 0
    }
    float rescale[V::kLanes];
    exponential(V::load(change)).store(rescale);
    const float* valueScales = block.scales != nullptr ? block.scales + kBlockPositions : nullptr;
    for (std::int64_t r = 0; r < tile.rows; ++r) {
        float* weights = rows.weights + (tile.first + r) * kBlockPositions;
        const V shift = V::broadcast(largest[r]);
        V sum = V::zero();
        for (std::int64_t p = 0; p < kBlockPositions; p += V::kLanes) {
            const V weight = exponential(V::load(weights + p) - shift);
            sum = sum + weight;
            (valueScales != nullptr ? weight * V::load(valueScales + p) : weight).store(weights + p);
        }
        SoftmaxState& state = rows.states[tile.first + r];
        rows.factors[tile.first + r] = rescale[r];
        state.sum = state.sum * rescale[r] + V::sum(sum);
    }
}

} // namespace moru::kernels::simd
