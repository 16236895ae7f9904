#pragma once

#include "engine/kernels/kernel_table.h"

namespace moru::kernels::simd {

/// The change that some tokens in a row make to some columns of the state: S ← decay · S + Σ keyⱼ changeⱼᵀ.
template <class V, int kTokens, int kVectors> struct StateChange {
    const float* key = nullptr; ///< Of the first token.
    float decay = 1;
    V change[kTokens][kVectors];
};

/// Sᵀk and Sᵀq of some tokens.
template <class V, int kTokens, int kVectors> struct StateProducts {
    V byKey[kTokens][kVectors];
    V byQuery[kTokens][kVectors];
};

/// Applies the change of the kBefore tokens before, and on the way takes in Sᵀk and Sᵀq of the kNext tokens
/// that follow: so some tokens together cost one pass over the state. Each of its elements is read and
/// written once and takes kBefore + 1 + 2 · kNext multiplications.
// Not inlined: its caller's variables would take registers from the loop.
template <class V, int kVectors, int kBefore, int kNext, class... Mask>
[[gnu::noinline]] void passOverState(const GatedDeltaTask& task, float* state, std::int64_t stateStride,
    const StateChange<V, kBefore == 0 ? 1 : kBefore, kVectors>& before, std::int64_t nextToken,
    StateProducts<V, kNext == 0 ? 1 : kNext, kVectors>& products, Mask... mask)
{
    V change[kBefore == 0 ? 1 : kBefore][kVectors];
    V byKey[kNext == 0 ? 1 : kNext][kVectors];
    V byQuery[kNext == 0 ? 1 : kNext][kVectors];
    for (int t = 0; t < kBefore; ++t) {
        for (int i = 0; i < kVectors; ++i)
            change[t][i] = before.change[t][i];
    }
    for (int t = 0; t < kNext; ++t) {
        for (int i = 0; i < kVectors; ++i) {
            byKey[t][i] = V::zero();
            byQuery[t][i] = V::zero();
        }
    }
    const V decay = V::broadcast(before.decay);
    // Where no token came before, nothing is read through it, but it moves along.
    const float* keyBefore = kBefore > 0 ? before.key : task.key;
    const float* key = task.key + nextToken * task.keyStride;
    const float* query = task.query + nextToken * task.keyStride;
    for (std::int64_t k = 0; k < task.keyDim; ++k, state += stateStride, ++keyBefore, ++key, ++query) {
        // Addresses are computed anew each time: a pointer for each token would take more registers than
        // there are.
        std::int64_t stride = task.keyStride;
        __asm__("" : "+r"(stride));
        V s[kVectors];
        for (int i = 0; i < kVectors; ++i)
            s[i] = V::load(state + i * V::kLanes, mask...);
        if constexpr (kBefore > 0) {
            for (int i = 0; i < kVectors; ++i)
                s[i] = s[i] * decay;
            for (int t = 0; t < kBefore; ++t) {
                const V number = V::broadcast(keyBefore[t * stride]);
                for (int i = 0; i < kVectors; ++i)
                    s[i] = V::multiplyAdd(number, change[t][i], s[i]);
            }
            for (int i = 0; i < kVectors; ++i)
                s[i].store(state + i * V::kLanes, mask...);
        }
        for (int t = 0; t < kNext; ++t) {
            const V keyNumber = V::broadcast(key[t * stride]);
            const V queryNumber = V::broadcast(query[t * stride]);
            for (int i = 0; i < kVectors; ++i) {
                byKey[t][i] = V::multiplyAdd(keyNumber, s[i], byKey[t][i]);
                byQuery[t][i] = V::multiplyAdd(queryNumber, s[i], byQuery[t][i]);
            }
        }
    }
    for (int t = 0; t < kNext; ++t) {
        for (int i = 0; i < kVectors; ++i) {
            products.byKey[t][i] = byKey[t][i];
            products.byQuery[t][i] = byQuery[t][i];
        }
    }
}

} // namespace moru::kernels::simd
