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
inline void passOverState(std::int64_t keyDim, float* state, std::int64_t stateStride,
    const StateChange<V, kVectors>& before, const float* key, const float* query, V* remembered, V* recalled,
    Mask... mask)
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
    for (std::int64_t k = 0; k < keyDim; ++k, state += stateStride) {
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

/// Some columns of the state, `state` being the first row of them; columns do not touch each other.
template <class V, int kVectors, class... Mask>
inline void deltaRuleColumns(
    const GatedDeltaTask& task, std::int64_t column, float* state, std::int64_t stateStride, Mask... mask)
{
    StateChange<V, kVectors> change {};
    V remembered[kVectors];
    V recalled[kVectors];
    for (std::int64_t t = 0; t < task.tokens; ++t) {
        const float* key = task.key + t * task.keyStride;
        const float* query = task.query + t * task.keyStride;
        if (t == 0) {
            passOverState<V, kVectors, false, true>(
                task.keyDim, state, stateStride, change, key, query, remembered, recalled, mask...);
        } else {
            passOverState<V, kVectors, true, true>(
                task.keyDim, state, stateStride, change, key, query, remembered, recalled, mask...);
        }
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
    passOverState<V, kVectors, true, false>(
        task.keyDim, state, stateStride, change, nullptr, nullptr, remembered, recalled, mask...);
}

// Two vectors a row: 32 columns × 128 keys are 16 KB with AVX-512.
inline constexpr int kDeltaVectors = 2;
inline constexpr std::int64_t kMostKeysCopied = 128;

/// Many tokens meet the same columns. Where they are they cannot stay in L1: rows of 512 bytes that are used
/// in part fall on a part of its sets only. So they are worked on in a copy.
template <class V> inline void deltaRuleInCopy(const GatedDeltaTask& task, std::int64_t column)
{
    constexpr std::int64_t kColumns = kDeltaVectors * V::kLanes;
    alignas(64) float copy[kMostKeysCopied * kColumns];
    float* state = task.state + column;
    for (std::int64_t k = 0; k < task.keyDim; ++k) {
        for (std::int64_t i = 0; i < kColumns; i += V::kLanes)
            V::load(state + k * task.valueDim + i).store(copy + k * kColumns + i);
    }
    deltaRuleColumns<V, kDeltaVectors>(task, column, copy, kColumns);
    for (std::int64_t k = 0; k < task.keyDim; ++k) {
        for (std::int64_t i = 0; i < kColumns; i += V::kLanes)
            V::load(copy + k * kColumns + i).store(state + k * task.valueDim + i);
    }
}

template <class V> void gatedDeltaRule(const GatedDeltaTask& task)
{
    if (task.tokens == 0)
        return;
    constexpr std::int64_t kBlock = kDeltaVectors * V::kLanes;
    const bool worthCopying = task.tokens >= 4 && task.keyDim <= kMostKeysCopied;
    std::int64_t column = 0;
    for (; column + kBlock <= task.valueDim; column += kBlock) {
        if (worthCopying)
            deltaRuleInCopy<V>(task, column);
        else
            deltaRuleColumns<V, kDeltaVectors>(task, column, task.state + column, task.valueDim);
    }
    for (; column + V::kLanes <= task.valueDim; column += V::kLanes)
        deltaRuleColumns<V, 1>(task, column, task.state + column, task.valueDim);
    if (column < task.valueDim) {
        deltaRuleColumns<V, 1>(
            task, column, task.state + column, task.valueDim, V::firstLanes(task.valueDim - column));
    }
}

} // namespace moru::kernels::simd
