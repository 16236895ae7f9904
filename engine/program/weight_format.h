#pragma once

#include "engine/api/model.h"
#include "engine/graph/graph.h"

#include <cstdint>
#include <vector>

namespace moru {

/// How a matrix lies in memory and which kernels read it.
enum class WeightFormat {
    AsStored, ///< Row-major in the checkpoint's own number format; float32 activations.
    Int8, ///< Panels, a scale for each row and 128 columns; 16-bit activations (packed_matrix.h).
    Int4, ///< Panels, a scale for each row and 32 columns; 16-bit activations.
};

/// The format of every weight of a graph, by weight id. Vectors are always AsStored.
///
/// INT4 keeps the embedding and the head at 8 bits: what a model says depends on them most. Matrices of fewer
/// rows than a panel stay as stored: they are a thousandth of the bytes and decide over a whole head each
/// (Qwen3.5's gates).
[[nodiscard]] std::vector<WeightFormat> chooseFormats(const Graph& graph, Precision precision);

/// Bytes of a matrix in a format. `storedElementBytes`: of the checkpoint's number format.
[[nodiscard]] std::int64_t matrixBytes(
    WeightFormat format, std::int64_t rows, std::int64_t columns, std::int64_t storedElementBytes);

} // namespace moru
