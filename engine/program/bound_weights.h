#pragma once

#include "engine/api/error.h"
#include "engine/core/aligned_buffer.h"
#include "engine/core/dtype.h"
#include "engine/graph/graph.h"
#include "engine/kernels/kernel_table.h"
#include "engine/loader/checkpoint.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace moru {

/// A matrix with the kernels that read its format.
struct BoundMatrix {
    kernels::StoredMatrix stored;
    DType dtype = DType::F32;
    kernels::MatmulStored multiply = nullptr;
    kernels::StoredRowToFloat readRow = nullptr;

    [[nodiscard]] std::int64_t sizeBytes() const
    {
        return stored.rows * stored.columns * std::int64_t(dtypeBytes(dtype));
    }
};

/// A graph's weights, ready to be read by kernels. Matrices stay in the mapped files or were narrowed; vectors are
/// copies.
struct BoundWeights {
    std::vector<BoundMatrix> matrices; ///< By weight id; entries of vectors are empty.
    std::vector<std::vector<float>> vectors; ///< By weight id; entries of matrices are empty.
    std::vector<AlignedBuffer> narrowed; ///< What the matrices of a narrowed checkpoint point into.
    std::int64_t matrixBytes = 0;
    std::int64_t vectorBytes = 0;
};

/// Called with the tensor at hand, bytes done and bytes in all.
using WeightObserver = std::function<void(std::string_view tensor, std::uint64_t done, std::uint64_t total)>;

/// float32 checkpoints above this size (gemma-2-2b: 10.5 GB) are narrowed to bfloat16 while they are read, rounding
/// to nearest: twice the memory and half the speed would buy digits below those that training left in them.
/// Smaller ones stay float32, so that reference checkpoints are run exactly as stored.
inline constexpr std::uint64_t kLargestFloat32Bytes = std::uint64_t(1) << 30;
[[nodiscard]] bool isNarrowed(const Graph& graph, const Checkpoint& checkpoint);

/// Binds every weight of a graph and brings its pages into memory, so that the first token need not.
/// The graph has been held against the checkpoint already (`recogniseModel`).
/// Errors: Cancelled, FileChanged, OutOfMemory.
[[nodiscard]] Result<BoundWeights> bindWeights(const Graph& graph, const Checkpoint& checkpoint,
    const kernels::KernelTable& kernels, const WeightObserver& observer, const std::stop_token& stop);

} // namespace moru
