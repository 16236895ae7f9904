#pragma once

#include "engine/program/bound_weights.h"
#include "engine/program/pack_matrix.h"

namespace moru {

/// A matrix as the checkpoint stores it, in the file's memory.
[[nodiscard]] BoundMatrix storedInPlace(const TensorView& tensor, const kernels::KernelTable& kernels);

/// Brings one matrix after the other into the form that its kernels read.
class MatrixBinder {
public:
    /// `care` sets the bars. `narrows`: float32 matrices that stay as stored become
    /// bfloat16. `copies` receives the memory of all that is not read in place. Everything given must outlive
    /// the binder.
    MatrixBinder(const LoadOptions& options, Care care, bool narrows, const kernels::KernelTable& kernels,
        ThreadPool& pool, std::vector<AlignedBuffer>& copies)
        : options_(options)
        , care_(care)
        , narrows_(narrows)
        , kernels_(kernels)
        , pool_(pool)
        , copies_(copies)
    {
    }

    /// Binds a matrix in `format`, which becomes a safer one until the error is within its bar, or float32
    /// rounded by a comparison scheme. Errors: Cancelled, OutOfMemory.
    [[nodiscard]] Result<BoundMatrix> bind(
        const TensorView& tensor, MatrixFormat& format, const PieceObserver& advanced);

private:
    [[nodiscard]] Result<BoundMatrix> bindStored(const TensorView& tensor, const PieceObserver& advanced);
    [[nodiscard]] Result<BoundMatrix> bindPacked(const TensorView& tensor, const MatrixFormat& format,
        AlignedBuffer& copy, const PieceObserver& advanced);
    [[nodiscard]] Result<BoundMatrix> bindRounded(
        const TensorView& tensor, MatrixFormat& format, const PieceObserver& advanced);
    [[nodiscard]] const float* columnWeights(const TensorView& tensor, bool rotates) const;

    const LoadOptions& options_;
    Care care_;
    bool narrows_;
    const kernels::KernelTable& kernels_;
    ThreadPool& pool_;
    std::vector<AlignedBuffer>& copies_;
};

} // namespace moru
