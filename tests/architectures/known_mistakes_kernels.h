#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/program/program.h"

namespace moru::test::wrong {

// Kernels and recipes as others got them wrong; the right ones are in engine/kernels/scalar.

void exactGeluMultiply(const float* gate, const float* up, std::int64_t count, float* output);
/// The normed row is rounded to bfloat16 before it meets its weight.
void rmsNormInBf16(const float* x, const float* weight, std::int64_t count, float epsilon, float* output);
/// What float16 keeps of a sum; infinite from 65520 on.
void addInFloat16(const float* a, const float* b, std::int64_t count, float* output);
/// Positions of `theta` 10000 rounded to bfloat16, so that neighbours collapse from 256 on.
void ropeOfBf16Positions(float* head, const float* cosine, const float* sine, std::int64_t rotaryDim);
void ropeOfAdjacentPairs(float* head, const float* cosine, const float* sine, std::int64_t rotaryDim);
void attentionWithoutSoftcap(const kernels::AttentionTask& task);

void convolutionWithoutSilu(const kernels::ConvolutionTask& task);
void siluGate(const float* x, const float* gate, std::int64_t count, float* output);
/// rmsnorm(x) · w · σ(gate)
void gatedNormWithSigmoid(
    const float* x, const float* gate, const float* weight, std::int64_t count, float epsilon, float* output);
/// rmsnorm(x · silu(gate)) · w
void gateBeforeNorm(
    const float* x, const float* gate, const float* weight, std::int64_t count, float epsilon, float* output);
/// x / √(mean x² + ε)
void l2NormOfTheMean(const float* x, std::int64_t count, float epsilon, float scale, float* output);
void l2NormInBf16(const float* x, std::int64_t count, float epsilon, float scale, float* output);

/// Value head j reads key head j % keyHeads in every gated delta rule.
void pairHeadsInTurn(Program& program);
/// Query head h reads key/value head h % kvHeadCount in every attention.
void shareKeysInTurn(Program& program);

} // namespace moru::test::wrong
