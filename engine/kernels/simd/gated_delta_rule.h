#pragma once

#include "engine/kernels/simd/gated_delta_chunk.h"
#include "engine/kernels/simd/gated_delta_pass.h"

namespace moru::kernels::simd {

// A chunk shares one pass over the state, which takes three multiplications an element and token and one more
// a chunk; what its tokens mean to each other grows with its square. The matrix products of longer chunks
// (32 to 64 where matrix units multiply) would take the same three, so a chunk has as many tokens as its sums
// have registers: with AVX-512 16 sums, 8 changes, 2 vectors of the state, the decay and 2 numbers. So a
// worker goes through the state in blocks of 32 columns × 128 keys, 16 KB, which stay in L1.

inline constexpr std::int64_t kMostKeysCopied = 128;
/// Tokens whose factors are kept at once.
inline constexpr std::int64_t kTokensPerRun = 64;

/// Chunks of V::kDeltaTokens as long as there are so many tokens left, then single ones.
template <class V> struct DeltaRun {
    static constexpr int kChunk = V::kDeltaTokens;
    std::int64_t chunks = 0;
    std::int64_t singles = 0;
    ChunkFactors<V, kChunk> chunk[kTokensPerRun / kChunk];
    ChunkFactors<V, 1> single[kChunk];

    DeltaRun(const GatedDeltaTask& task, std::int64_t first, std::int64_t tokens)
        : chunks(tokens / kChunk)
        , singles(tokens % kChunk)
    {
        for (std::int64_t c = 0; c < chunks; ++c)
            fillFactors<V>(task, first + c * kChunk, kChunk, chunk[c]);
        for (std::int64_t s = 0; s < singles; ++s)
            fillFactors<V>(task, first + chunks * kChunk + s, 1, single[s]);
    }
};

/// From what the state before a chunk answers to what the chunk changes and puts out.
template <class V, int kTokens, int kVectors, class... Mask>
inline void finishChunk(const GatedDeltaTask& task, std::int64_t column, const ChunkFactors<V, kTokens>& f,
    const StateProducts<V, kTokens, kVectors>& products, StateChange<V, kTokens, kVectors>& next,
    Mask... mask)
{
    next.key = task.key + f.first * task.keyStride;
    next.decay = f.decayFromStart[kTokens - 1];
    for (int v = 0; v < kVectors; ++v) {
        const std::int64_t at = column + v * V::kLanes;
        V change[kTokens];
        for (int i = 0; i < kTokens; ++i) {
            const V decay = V::broadcast(f.decayFromStart[i]);
            V known = decay * products.byKey[i][v];
            for (int j = 0; j < i; ++j)
                known = V::multiplyAdd(V::broadcast(f.keyKey[i][j]), change[j], known);
            const V value = V::load(task.value + (f.first + i) * task.valueStride + at, mask...);
            change[i] = V::broadcast(f.beta[i]) * (value - known);
            V output = decay * products.byQuery[i][v];
            for (int j = 0; j <= i; ++j)
                output = V::multiplyAdd(V::broadcast(f.queryKey[i][j]), change[j], output);
            output.store(task.output + (f.first + i) * task.outputStride + at, mask...);
        }
        for (int j = 0; j < kTokens; ++j)
            next.change[j][v] = V::broadcast(f.decayToEnd[j]) * change[j];
    }
}

/// Some columns of the state, `state` being the first row of them; columns do not touch each other.
template <class V, int kVectors, class... Mask>
inline void deltaRuleColumns(const GatedDeltaTask& task, const DeltaRun<V>& run, std::int64_t column,
    float* state, std::int64_t stateStride, Mask... mask)
{
    constexpr int kChunk = V::kDeltaTokens;
    StateChange<V, kChunk, kVectors> byChunk;
    StateChange<V, 1, kVectors> bySingle;
    StateProducts<V, kChunk, kVectors> ofChunk;
    StateProducts<V, 1, kVectors> ofSingle;
    const auto pass = [&]<int kBefore, int kNext>(const auto& before, std::int64_t token, auto& products)
                          __attribute__((always_inline)) {
                              passOverState<V, kVectors, kBefore, kNext>(
                                  task, state, stateStride, before, token, products, mask...);
                          };
    for (std::int64_t c = 0; c < run.chunks; ++c) {
        const std::int64_t token = run.chunk[c].first;
        if (c == 0)
            pass.template operator()<0, kChunk>(bySingle, token, ofChunk);
        else
            pass.template operator()<kChunk, kChunk>(byChunk, token, ofChunk);
        finishChunk<V, kChunk, kVectors>(task, column, run.chunk[c], ofChunk, byChunk, mask...);
    }
    for (std::int64_t s = 0; s < run.singles; ++s) {
        const std::int64_t token = run.single[s].first;
        if (s > 0)
            pass.template operator()<1, 1>(bySingle, token, ofSingle);
        else if (run.chunks > 0)
            pass.template operator()<kChunk, 1>(byChunk, token, ofSingle);
        else
            pass.template operator()<0, 1>(bySingle, token, ofSingle);
        finishChunk<V, 1, kVectors>(task, column, run.single[s], ofSingle, bySingle, mask...);
    }
    if (run.singles > 0)
        pass.template operator()<1, 0>(bySingle, 0, ofSingle);
    else
        pass.template operator()<kChunk, 0>(byChunk, 0, ofSingle);
}

/// Many tokens meet the same columns. Where they are they cannot stay in L1: rows of 512 bytes that are used
/// in part fall on a part of its sets only. So they are worked on in a copy.
template <class V>
inline void deltaRuleInCopy(const GatedDeltaTask& task, const DeltaRun<V>& run, std::int64_t column)
{
    constexpr std::int64_t kColumns = V::kDeltaVectors * V::kLanes;
    alignas(64) float copy[kMostKeysCopied * kColumns];
    float* state = task.state + column;
    for (std::int64_t k = 0; k < task.keyDim; ++k) {
        for (std::int64_t i = 0; i < kColumns; i += V::kLanes)
            V::load(state + k * task.valueDim + i).store(copy + k * kColumns + i);
    }
    deltaRuleColumns<V, V::kDeltaVectors>(task, run, column, copy, kColumns);
    for (std::int64_t k = 0; k < task.keyDim; ++k) {
        for (std::int64_t i = 0; i < kColumns; i += V::kLanes)
            V::load(copy + k * kColumns + i).store(state + k * task.valueDim + i);
    }
}

/// One token uses each element twice only, so what counts is that whole rows come in a row. In blocks of a
/// few columns L1 would not hold them for the second time.
template <class V, int kVectors>
inline void deltaRuleOfOneToken(const GatedDeltaTask& task, const DeltaRun<V>& run, std::int64_t column)
{
    StateChange<V, 1, kVectors> change;
    StateProducts<V, 1, kVectors> products;
    float* state = task.state + column;
    passOverState<V, kVectors, 0, 1>(task, state, task.valueDim, change, run.single[0].first, products);
    finishChunk<V, 1, kVectors>(task, column, run.single[0], products, change);
    passOverState<V, kVectors, 1, 0>(task, state, task.valueDim, change, 0, products);
}

template <class V>
inline void deltaRuleRun(const GatedDeltaTask& task, std::int64_t first, std::int64_t tokens)
{
    const DeltaRun<V> run(task, first, tokens);
    constexpr std::int64_t kBlock = V::kDeltaVectors * V::kLanes;
    const bool worthCopying = run.chunks > 0 && task.keyDim <= kMostKeysCopied;
    std::int64_t column = 0;
    if (tokens == 1) {
        constexpr std::int64_t kWide = V::kDeltaVectorsOfOne * V::kLanes;
        for (; column + kWide <= task.valueDim; column += kWide)
            deltaRuleOfOneToken<V, V::kDeltaVectorsOfOne>(task, run, column);
    }
    for (; column + kBlock <= task.valueDim; column += kBlock) {
        if (worthCopying)
            deltaRuleInCopy<V>(task, run, column);
        else
            deltaRuleColumns<V, V::kDeltaVectors>(task, run, column, task.state + column, task.valueDim);
    }
    for (; column + V::kLanes <= task.valueDim; column += V::kLanes)
        deltaRuleColumns<V, 1>(task, run, column, task.state + column, task.valueDim);
    if (column < task.valueDim) {
        deltaRuleColumns<V, 1>(
            task, run, column, task.state + column, task.valueDim, V::firstLanes(task.valueDim - column));
    }
}

template <class V> void gatedDeltaRule(const GatedDeltaTask& task)
{
    for (std::int64_t first = 0; first < task.tokens; first += kTokensPerRun) {
        const std::int64_t left = task.tokens - first;
        deltaRuleRun<V>(task, first, left < kTokensPerRun ? left : kTokensPerRun);
    }
}

} // namespace moru::kernels::simd
