#pragma once

#include "engine/core/aligned_buffer.h"
#include "engine/core/thread_pool.h"
#include "engine/loader/safetensors_reader.h"
#include "engine/program/bound_weights.h"
#include "engine/quantization/quantisation_error.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace moru {

/// Called for each piece of a tensor's bytes, in order, on the calling thread. False stops the work.
using PieceObserver = std::function<bool(std::size_t pieceBytes)>;

/// Quantises a stored matrix into panels on all workers, a few panels at a time, giving the file's pages
/// back. Rows are rotated first where the input is. `columnWeights`: what an error of each column weighs, as
/// wide as the rows that are packed, or null. `buffer` has matrixBytes(format.weights, …). Returns what
/// that costs; nothing when the observer stopped it.
[[nodiscard]] std::optional<QuantisationError> packMatrix(const TensorView& tensor,
    const MatrixFormat& format, const float* columnWeights, const AlignedBuffer& buffer,
    const kernels::KernelTable& kernels, ThreadPool& pool, const PieceObserver& advanced);

/// Rounds a float32 matrix to bfloat16. `buffer` has half the tensor's bytes. False when the observer stopped
/// it.
[[nodiscard]] bool narrowMatrix(
    const TensorView& tensor, const AlignedBuffer& buffer, const PieceObserver& advanced);

/// Reads one byte of every page. False when the observer stopped it.
[[nodiscard]] bool touchPages(std::span<const std::byte> bytes, const PieceObserver& advanced);

} // namespace moru
