#pragma once

#include "engine/kernels/attention_task.h"
#include "engine/quantization/packed_matrix.h"

#include <cstdint>

// The manual of all kernels: one entry an operation, with shapes, units and source. scalar/ defines what each
// computes; the other folders compute the same faster. A kernel knows nothing of models, threads or files:
// the recipes in engine/program cut the work into ranges and call it.
//
// Everything here is plain data, so that no inline function is shared between folders that are compiled for
// different instruction sets (the linker keeps one copy, perhaps one that this processor cannot run).

namespace moru::kernels {

/// Half-open range of rows, tokens or elements; the part of the work that one thread takes.
struct Range {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// Float activations, row-major: token t starts at data + t * stride.
struct Activations {
    const float* data = nullptr;
    std::int64_t stride = 0;
    std::int64_t tokens = 0;
};

/// Output activations; as above.
struct Output {
    float* data = nullptr;
    std::int64_t stride = 0;
};

/// A weight matrix as the checkpoint stores it: [rows, columns] row-major, no padding, any alignment
/// (SafeTensors promises none). The element type is the kernel's.
struct StoredMatrix {
    const void* data = nullptr;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};

/// output[t, r] = Σ_k activations[t, k] · weight[r, k] for r in `rows`.
/// Shapes: activations [tokens, columns], output [tokens, rows] f32.
/// Units:  accumulates in f32; each output has one accumulator chain over k whatever the number of tokens, so
///         that one token or many give the same bits on one ISA.
using MatmulStored = void (*)(const Activations&, const StoredMatrix&, Range rows, const Output&);

/// Row `row` of a stored matrix as floats, times `scale`. Embedding lookup.
using StoredRowToFloat = void (*)(const StoredMatrix&, std::int64_t row, float scale, float* output);

/// output[i] = x[i] · weight[i] / sqrt(mean(x²) + epsilon). Zero-centred norms pass 1 + w as weight.
/// Source: arXiv:1910.07467.
using RmsNorm
    = void (*)(const float* x, const float* weight, std::int64_t count, float epsilon, float* output);

/// Rotates pairs (j, j + rotaryDim / 2) of one head in place; elements from rotaryDim on stay.
/// Shapes: head [≥ rotaryDim], cosine and sine [rotaryDim / 2].
/// Source: arXiv:2104.09864, in the half-split layout of the Hugging Face checkpoints.
using RopeHalfSplit = void (*)(float* head, const float* cosine, const float* sine, std::int64_t rotaryDim);

/// output[i] = silu(gate[i]) · up[i]; silu(z) = z / (1 + e⁻ᶻ). Source: arXiv:2002.05202.
/// output may be gate or up.
using GatedActivation = void (*)(const float* gate, const float* up, std::int64_t count, float* output);

/// output[i] = a[i] + b[i]; output may be a or b.
using Add = void (*)(const float* a, const float* b, std::int64_t count, float* output);

/// x[i] = cap · tanh(x[i] / cap), in place. Source: arXiv:2408.00118 section 2.
using Softcap = void (*)(float* x, std::int64_t count, float cap);

/// output[i] = x[i] · σ(gate[i]). Qwen3.5's attention gate. output may be x.
using SigmoidGate = void (*)(const float* x, const float* gate, std::int64_t count, float* output);

/// Causal depthwise convolution of channels in `channels`, then silu; newest tap last.
/// Shapes: input [tokens, channels], weight [channels, taps], state [taps − 1, channels] oldest first, read
/// and
///         then replaced by the last taps − 1 inputs; output [tokens, channels].
struct ConvolutionTask {
    Activations input;
    const float* weight = nullptr;
    std::int64_t taps = 0;
    std::int64_t channelCount = 0;
    Range channels;
    float* state = nullptr;
    Output output;
};
using CausalConvolutionSilu = void (*)(const ConvolutionTask&);

/// output[i] = x[i] · scale / sqrt(Σ x² + epsilon): sum, not mean; epsilon inside the root.
using L2Norm = void (*)(const float* x, std::int64_t count, float epsilon, float scale, float* output);

/// One value head of the gated delta rule over some tokens, in order.
/// For each token: S ← e^g · S; d = beta · (v − Sᵀk); S ← S + k dᵀ; output = Sᵀq.
/// Shapes: state [keyDim, valueDim] row-major; query, key [keyDim], value, output [valueDim] per token.
/// Units:  fast kernels take some tokens in one pass over the state; where calls begin decides in which order
///         floats are added. With keys of length 1 they stay within 3e-5 of the scalar rule for values of
///         about 1.
/// Source: arXiv:2412.06464 eq. 10, in chunks section 3; models.md 8.4.
struct GatedDeltaTask {
    const float* query = nullptr; ///< Token t at query + t * keyStride; already normalised and scaled.
    const float* key = nullptr;
    std::int64_t keyStride = 0;
    const float* value = nullptr;
    std::int64_t valueStride = 0;
    const float* logDecay = nullptr; ///< g, token t at logDecay + t * gateStride
    const float* beta = nullptr;
    std::int64_t gateStride = 0;
    std::int64_t tokens = 0;
    std::int64_t keyDim = 0;
    std::int64_t valueDim = 0;
    float* state = nullptr;
    float* output = nullptr;
    std::int64_t outputStride = 0;
};
using GatedDeltaRule = void (*)(const GatedDeltaTask&);

/// output[i] = rmsnorm(x)[i] · weight[i] · silu(gate[i]); the weight is plain, not zero-centred.
using GatedRmsNorm = void (*)(
    const float* x, const float* gate, const float* weight, std::int64_t count, float epsilon, float* output);

/// Activations as signed integers, for products with packed weights: x = scale · (256 · high + low), or scale
/// · high where there is no low part. With both, 15 bits and a sign are left of each number, so that only the
/// weights' rounding counts: for decode, which waits for memory anyway, and for inputs with outliers. The
/// high part alone is what fast prefill uses.
struct QuantisedActivations {
    const std::int8_t* high = nullptr; ///< [tokens, paddedColumns], 0 beyond the columns
    const std::int8_t* low = nullptr; ///< The same, or null.
    const float* scales = nullptr; ///< [tokens, paddedColumns / 32]; those of a block are equal.
    const std::int32_t* sums = nullptr; ///< [tokens, paddedColumns / 32]: Σ of the integers
    const std::int32_t* runningSums = nullptr; ///< [tokens, paddedColumns / 128]: Σ up to each block's end
    std::int64_t tokens = 0;
    std::int64_t paddedColumns = 0; ///< A multiple of 128.
    std::int64_t blockColumns = kColumnBlock; ///< Columns with one scale: QuantisedBuffers.
};

/// The same arrays to be written; low may be null.
struct QuantisedBuffers {
    std::int8_t* high = nullptr;
    std::int8_t* low = nullptr;
    float* scales = nullptr;
    std::int32_t* sums = nullptr;
    std::int32_t* runningSums = nullptr;
    std::int64_t paddedColumns = 0;
    std::int64_t blockColumns = kColumnBlock; ///< 32, 128, or 256 or 512 if that divides paddedColumns.
};

/// Quantises each token's activations by blocks: scale = largest magnitude / 127, or / 32639 with a low part;
/// blocks so small that this would be denormal are zero, and blocks with an infinity or a NaN have the scale
/// NaN, so that all products with them are NaN: what went wrong before is seen. Every other float is allowed,
/// and every set gives the same bits. Shapes: activations [tokens, columns]; buffers as in
/// QuantisedActivations, from the first token on. Running sums may wrap around, differences of them are
/// right.
using QuantiseActivations = void (*)(const Activations&, std::int64_t columns, const QuantisedBuffers&);

/// Multiplies each block of 128 numbers by the Hadamard matrix of that order over √128: an orthogonal map
/// that spreads a block's largest numbers over all 128, so that few bits serve them all. Products with
/// weights rotated alike are what they were. Every set gives the same bits, as weights are rotated when they
/// are packed. Sums of a block's magnitudes must be floats, which those of 1 / 128 of the largest float are;
/// else what becomes of the block is infinite or no number. Shapes: x [columns], output [columns padded to
/// blocks]; x counts as 0 beyond its columns. Output may be x. Source: arXiv:2404.00456 section 3.
using RotateBlocks = void (*)(const float* x, std::int64_t columns, float* output);

/// Up to 64 rows of weights on their way into a panel. Shapes: weights [rowCount, columns] row-major;
/// columnWeights [columns], what an error of each column weighs against the others', or null.
struct WeightRows {
    const float* weights = nullptr;
    std::int64_t rowCount = 0;
    std::int64_t columns = 0;
    const float* columnWeights = nullptr;
};

/// QuantisationError as plain data.
struct PackingError {
    double squaredError = 0;
    double energy = 0;
};

/// Quantises rows into one panel: engine/quantization/packed_int8.h defines it, and INT4 with zero points in
/// packed_int4.h. Every set gives the same bytes and the same errors, bit for bit, so that what a model
/// becomes does not depend on the processor. Shapes: panel [int8PanelBytes], [int4PanelBytes].
using QuantiseInt8Panel = PackingError (*)(const WeightRows&, std::int64_t groupSize, std::uint8_t* panel);
using QuantiseInt4Panel = PackingError (*)(const WeightRows&, std::uint8_t* panel);

/// output[t, r] = Σ_k activations[t, k] · weight[r, k] for r in `rows`, which begins at a multiple of 64.
/// Shapes: activations [tokens, padded columns], output [tokens, rows] f32.
///         A block is a group of the weights or of the activations, whichever is smaller; it divides the
///         other.
/// Units:  integer products are exact; each block is scaled and added in f32, in order. An output's bits
///         depend on its own row and token only. It is finite where columns · the largest magnitudes of
///         weights and activations is less than half of the largest float.
using MatmulInt8 = void (*)(const QuantisedActivations&, const PackedInt8&, Range rows, const Output&);

/// The same with groups of 32 columns, and zero points: Σ_k x · scale · (nibble − zero) is
/// scale · (Σ_k x · nibble − zero · Σ_k x).
using MatmulInt4 = void (*)(const QuantisedActivations&, const PackedInt4&, Range rows, const Output&);

/// Integer dot products of registers alone, `rounds` times as many as the registers of a product's tile hold:
/// what the products above could reach at most. Returns the operations done, a multiplication and an addition
/// counting as two.
using IntegerPeak = std::int64_t (*)(std::int64_t rounds);

/// One instruction set's kernels. Every entry is set: a folder that has nothing better keeps the entry of the
/// set below it.
struct KernelTable {
    const char* isa = "";
    /// Places of a matrix that a single token's products read at once, in ranges of so many panels or more:
    /// memory gives some processors more that way.
    std::int64_t decodeStreams = 1;
    MatmulStored matmulF32 = nullptr;
    MatmulStored matmulF16 = nullptr;
    MatmulStored matmulBf16 = nullptr;
    StoredRowToFloat rowF32 = nullptr;
    StoredRowToFloat rowF16 = nullptr;
    StoredRowToFloat rowBf16 = nullptr;
    RmsNorm rmsNorm = nullptr;
    RopeHalfSplit ropeHalfSplit = nullptr;
    CacheWrite cacheWrite = nullptr;
    Attention attention = nullptr;
    GatedActivation siluMultiply = nullptr;
    GatedActivation geluTanhMultiply = nullptr; ///< gelu in its tanh form: arXiv:1606.08415
    Add add = nullptr;
    Softcap softcap = nullptr;
    SigmoidGate sigmoidGate = nullptr;
    CausalConvolutionSilu causalConvolutionSilu = nullptr;
    L2Norm l2Norm = nullptr;
    GatedDeltaRule gatedDeltaRule = nullptr;
    GatedRmsNorm gatedRmsNorm = nullptr;
    RotateBlocks rotateBlocks = nullptr;
    QuantiseActivations quantiseActivations = nullptr;
    QuantiseInt8Panel quantiseInt8Panel = nullptr;
    QuantiseInt4Panel quantiseInt4Panel = nullptr;
    MatmulInt8 matmulInt8 = nullptr;
    MatmulInt4 matmulInt4 = nullptr;
    IntegerPeak integerPeak = nullptr;
};

// One function a folder: starts from the table below it and replaces what it does better.
void installScalarKernels(KernelTable& table);
void installAvx2Kernels(KernelTable& table);
void installAvx512Kernels(KernelTable& table);
// Products with packed weights only, on top of AVX2's and AVX-512's tables.
void installAvxVnniKernels(KernelTable& table);
void installAvx512VnniKernels(KernelTable& table);

} // namespace moru::kernels
