#pragma once

#include "engine/kernels/kernel_table.h"

namespace moru::kernels::simd {

/// The change that a token makes to some columns of the state: S ← decay · S + key changeᵀ.
template <class V, int kVectors> struct StateChange {
    const float* key = nullptr;
    float decay = 1;
    V change[kVectors];
};

/// Applies the change of the token before, and on the way takes in Sᵀk and Sᵀq of the next one. So a token
/// costs one pass over the state instead of four: by S' = decay · S + k dᵀ both of its products follow from
/// those on the state before it.
template <class V, int kVectors, bool kChanged, bool kMore, class... Mask>
inline void passOverState(const GatedDeltaTask& task, float* state, const StateChange<V, kVectors>& before,
    const float* key, const float* query, V* remembered, V* recalled, Mask... mask)
{
    V change[kVectors];
    V byKey[kVectors];
    V byQuery[kVectors];
    for (int i = 0; i < kVectors; ++i) {
        change[i] = before.change[i];
        byKey[i] = V::zero();
        byQuery[i] = V::zero();
    }
    const V decay = V::broadcast(before.decay);
    for (std::int64_t k = 0; k < task.keyDim; ++k, state += task.valueDim) {
        for (int i = 0; i < kVectors; ++i) {
            V s = V::load(state + i * V::kLanes, mask...);
            if constexpr (kChanged) {
                s = V::multiplyAdd(V::broadcast(before.key[k]), change[i], s * decay);
                s.store(state + i * V::kLanes, mask...);
            }
            if constexpr (kMore) {
                byKey[i] = V::multiplyAdd(V::broadcast(key[k]), s, byKey[i]);
                byQuery[i] = V::multiplyAdd(V::broadcast(query[k]), s, byQuery[i]);
            }
        }
    }
    for (int i = 0; i < kVectors; ++i) {
        remembered[i] = byKey[i];
        recalled[i] = byQuery[i];
    }
}

template <class V> inline float dotProduct(const float* a, const float* b, std::int64_t count)
{
    V sum = V::zero();
    std::int64_t i = 0;
    for (; i + V::kLanes <= count; i += V::kLanes)
        sum = V::multiplyAdd(V::load(a + i), V::load(b + i), sum);
    if (i < count) {
        const auto rest = V::firstLanes(count - i);
        sum = V::multiplyAdd(V::load(a + i, rest), V::load(b + i, rest), sum);
    }
    return V::sum(sum);
}

/// Columns of the state do not touch each other: a block of them stays in L1 for all tokens.
template <class V, int kVectors, class... Mask>
inline void deltaRuleColumns(const GatedDeltaTask& task, std::int64_t column, Mask... mask)
{
    float* state = task.state + column;
    StateChange<V, kVectors> change {};
    V remembered[kVectors];
    V recalled[kVectors];
    for (std::int64_t t = 0; t < task.tokens; ++t) {
        const float* key = task.key + t * task.keyStride;
        const float* query = task.query + t * task.keyStride;
        if (t == 0)
            passOverState<V, kVectors, false, true>(
                task, state, change, key, query, remembered, recalled, mask...);
        else
            passOverState<V, kVectors, true, true>(
                task, state, change, key, query, remembered, recalled, mask...);
        change.key = key;
        change.decay = __builtin_expf(task.logDecay[t * task.gateStride]);
        const V decay = V::broadcast(change.decay);
        const V beta = V::broadcast(task.beta[t * task.gateStride]);
        const V overlap = V::broadcast(dotProduct<V>(key, query, task.keyDim));
        for (int i = 0; i < kVectors; ++i) {
            const std::int64_t at = column + i * V::kLanes;
            const V value = V::load(task.value + t * task.valueStride + at, mask...);
            change.change[i] = beta * (value - decay * remembered[i]);
            V::multiplyAdd(decay, recalled[i], overlap * change.change[i])
                .store(task.output + t * task.outputStride + at, mask...);
        }
    }
    if (task.tokens > 0) {
        passOverState<V, kVectors, true, false>(
            task, state, change, nullptr, nullptr, remembered, recalled, mask...);
    }
}

template <class V> void gatedDeltaRule(const GatedDeltaTask& task)
{
    constexpr std::int64_t kBlock = V::kTileVectors * V::kLanes; // × 128 keys: half of L1 with AVX-512
    std::int64_t column = 0;
    for (; column + kBlock <= task.valueDim; column += kBlock)
        deltaRuleColumns<V, V::kTileVectors>(task, column);
    for (; column + V::kLanes <= task.valueDim; column += V::kLanes)
        deltaRuleColumns<V, 1>(task, column);
    if (column < task.valueDim)
        deltaRuleColumns<V, 1>(task, column, V::firstLanes(task.valueDim - column));
}

} // namespace moru::kernels::simd
