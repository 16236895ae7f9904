#pragma once

#include "engine/kernels/kernel_table.h"

// The definitions: each kernel as its formula, in plain loops. What they mean stands in kernel_table.h.

namespace moru::kernels::scalar {

void matmulF32(const Activations&, const StoredMatrix&, Range rows, const Output&);
void matmulF16(const Activations&, const StoredMatrix&, Range rows, const Output&);
void matmulBf16(const Activations&, const StoredMatrix&, Range rows, const Output&);
void rowF32(const StoredMatrix&, std::int64_t row, float scale, float* output);
void rowF16(const StoredMatrix&, std::int64_t row, float scale, float* output);
void rowBf16(const StoredMatrix&, std::int64_t row, float scale, float* output);

void rotateBlocks(const float* x, std::int64_t columns, float* output);
void quantiseActivations(const Activations&, std::int64_t columns, const QuantisedBuffers&);
PackingError quantiseInt8Panel(const WeightRows&, std::int64_t groupSize, std::uint8_t* panel);
PackingError quantiseInt4Panel(const WeightRows&, std::uint8_t* panel);
void matmulInt8(const QuantisedActivations&, const PackedInt8&, Range rows, const Output&);
void matmulInt4(const QuantisedActivations&, const PackedInt4&, Range rows, const Output&);
std::int64_t integerPeak(std::int64_t rounds);

void rmsNorm(const float* x, const float* weight, std::int64_t count, float epsilon, float* output);
void l2Norm(const float* x, std::int64_t count, float epsilon, float scale, float* output);
void gatedRmsNorm(
    const float* x, const float* gate, const float* weight, std::int64_t count, float epsilon, float* output);

void ropeHalfSplit(float* head, const float* cosine, const float* sine, std::int64_t rotaryDim);
void cacheWrite(const CacheWriteTask& task);
void attention(const AttentionTask& task);

void siluMultiply(const float* gate, const float* up, std::int64_t count, float* output);
void geluTanhMultiply(const float* gate, const float* up, std::int64_t count, float* output);
void add(const float* a, const float* b, std::int64_t count, float* output);
void softcap(float* x, std::int64_t count, float cap);
void sigmoidGate(const float* x, const float* gate, std::int64_t count, float* output);

void causalConvolutionSilu(const ConvolutionTask& task);
void gatedDeltaRule(const GatedDeltaTask& task);

} // namespace moru::kernels::scalar
