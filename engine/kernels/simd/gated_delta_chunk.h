#pragma once

#include "engine/kernels/kernel_table.h"

namespace moru::kernels::simd {

/// What the tokens of a chunk mean to each other, whatever the column: the WY form of arXiv:2412.06464
/// section
/// 3. With S the state before the chunk and e(j, i) the decay from after token j up to token i,
///   changeᵢ = βᵢ · (vᵢ − e(−1, i) Sᵀkᵢ − Σ_{j<i} e(j, i) (kⱼ·kᵢ) changeⱼ)
///   outputᵢ = e(−1, i) Sᵀqᵢ + Σ_{j≤i} e(j, i) (kⱼ·qᵢ) changeⱼ
///   S ← e(−1, n−1) S + Σⱼ e(j, n−1) kⱼ changeⱼᵀ
template <class V, int kMost> struct ChunkFactors {
    std::int64_t first = 0; ///< Token
    float beta[kMost];
    float decayFromStart[kMost]; ///< e(−1, i)
    float decayToEnd[kMost]; ///< e(j, n−1)
    float keyKey[kMost][kMost]; ///< [i][j] = e(j, i) · kⱼ·kᵢ for j < i
    float queryKey[kMost][kMost]; ///< [i][j] = e(j, i) · kⱼ·qᵢ for j ≤ i
};

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

template <class V, int kMost>
inline void fillFactors(
    const GatedDeltaTask& task, std::int64_t first, std::int64_t count, ChunkFactors<V, kMost>& factors)
{
    factors.first = first;
    float decay[kMost]; // of one token
    float fromStart = 1;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t gate = (first + i) * task.gateStride;
        decay[i] = __builtin_expf(task.logDecay[gate]);
        factors.beta[i] = task.beta[gate];
        factors.decayFromStart[i] = fromStart = fromStart * decay[i];
    }
    for (std::int64_t j = 0; j < count; ++j) {
        const float* key = task.key + (first + j) * task.keyStride;
        float between = 1; // e(j, i)
        for (std::int64_t i = j; i < count; ++i) {
            if (i > j) {
                between *= decay[i];
                factors.keyKey[i][j]
                    = between * dotProduct<V>(key, task.key + (first + i) * task.keyStride, task.keyDim);
            }
            factors.queryKey[i][j]
                = between * dotProduct<V>(key, task.query + (first + i) * task.keyStride, task.keyDim);
        }
        factors.decayToEnd[j] = between;
    }
}

} // namespace moru::kernels::simd
