#pragma once

#include "engine/api/error.h"
#include "engine/core/aligned_buffer.h"
#include "engine/core/dtype.h"
#include "engine/core/thread_pool.h"
#include "engine/graph/graph.h"
#include "engine/kernels/kernel_table.h"
#include "engine/loader/checkpoint.h"
#include "engine/program/weight_format.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace moru {

/// A matrix, ready for the kernels that read its format. Only the members of its format are set.
struct BoundMatrix {
    WeightFormat format = WeightFormat::AsStored;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t sizeBytes = 0;

    kernels::StoredMatrix stored; ///< AsStored, in `dtype`
    DType dtype = DType::F32;
    kernels::MatmulStored multiply = nullptr;
    kernels::StoredRowToFloat readRow = nullptr;

    double relativeError = 0; ///< Of a packed or rounded one: √(Σ (stored − packed)² / Σ stored²).
    bool isRoundedToInt4 = false; ///< Of a rounded one, which is stored in float32; else it has 8 bits.
    PackedInt8 int8;
    PackedInt4 int4;
};

/// A graph's weights, ready to be read by kernels. Matrices as stored lie in the mapped files; narrowed and
/// packed ones, and vectors, are copies.
struct BoundWeights {
    std::vector<MatrixFormat> formats; ///< By weight id.
    Care care = Care::Fast;
    std::optional<ComparisonScheme> scheme; ///< What rounded weights were rounded by.
    std::vector<BoundMatrix> matrices; ///< By weight id; entries of vectors are empty.
    std::vector<std::vector<float>> vectors; ///< By weight id; entries of matrices are empty.
    std::vector<AlignedBuffer> copies; ///< What narrowed and packed matrices point into.
    std::int64_t matrixBytes = 0;
    std::int64_t vectorBytes = 0;

    /// Sizes only, for compiling a program to look at.
    [[nodiscard]] static BoundWeights withoutNumbers(const Graph& graph, Precision precision, Care care);

    /// The same for a comparison scheme, the one that rounds the input of every matrix.
    [[nodiscard]] static BoundWeights roundedWithoutNumbers(const Graph& graph);

    /// The same with the layers' matrices as the checkpoint stores them, read in place; embedding, head and
    /// vectors are these ones. Points into these weights too.
    [[nodiscard]] BoundWeights withLayersAsStored(
        const Graph& graph, const Checkpoint& checkpoint, const kernels::KernelTable& kernels) const;
};

/// Called with the tensor at hand, bytes of the checkpoint done and bytes in all.
using WeightObserver = std::function<void(std::string_view tensor, std::uint64_t done, std::uint64_t total)>;

/// float32 checkpoints above this size (gemma-2-2b: 10.5 GB) are narrowed to bfloat16 while they are read,
/// rounding to nearest: twice the memory and half the speed would buy digits below those that training left
/// in them. Smaller ones stay float32, so that reference checkpoints are run exactly as stored.
inline constexpr std::uint64_t kLargestFloat32Bytes = std::uint64_t(1) << 30;
[[nodiscard]] bool isNarrowed(const Graph& graph, const Checkpoint& checkpoint);

/// Binds every weight of a graph in its format, or a safer one where the packed numbers are further from the
/// stored ones than the format's bar (`errorBar`), and brings stored ones into memory, so that the first
/// token need not. Source pages of copies are given back piece by piece: the peak is the result and a few
/// megabytes. The graph has been held against the checkpoint already (`recogniseModel`). Errors: Cancelled,
/// FileChanged, OutOfMemory.
[[nodiscard]] Result<BoundWeights> bindWeights(const Graph& graph, const Checkpoint& checkpoint,
    const LoadOptions& options, Care care, const kernels::KernelTable& kernels, ThreadPool& pool,
    const WeightObserver& observer, const std::stop_token& stop);

} // namespace moru
