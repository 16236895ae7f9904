#include "engine/program/bind_matrix.h"

#include "engine/program/rounding.h"

#include <cassert>

namespace moru {

namespace {

void chooseStoredKernels(BoundMatrix& matrix, const kernels::KernelTable& kernels)
{
    switch (matrix.dtype) {
    case DType::F32:
        matrix.multiply = kernels.matmulF32;
        matrix.readRow = kernels.rowF32;
        break;
    case DType::F16:
        matrix.multiply = kernels.matmulF16;
        matrix.readRow = kernels.rowF16;
        break;
    default:
        assert(matrix.dtype == DType::BF16);
        matrix.multiply = kernels.matmulBf16;
        matrix.readRow = kernels.rowBf16;
        break;
    }
}

BoundMatrix matrixOfFormat(const TensorView& tensor, WeightFormat format)
{
    BoundMatrix matrix;
    matrix.format = format;
    matrix.rows = tensor.shape[0];
    matrix.columns = tensor.shape[1];
    matrix.dtype = tensor.dtype;
    matrix.sizeBytes
        = matrixBytes(format, matrix.rows, matrix.columns, std::int64_t(dtypeBytes(tensor.dtype)));
    return matrix;
}

std::unexpected<Error> cancelled(const TensorView& tensor)
{
    return failure(ErrorCode::Cancelled, tensor.name, "loading was cancelled");
}

} // namespace

BoundMatrix storedInPlace(const TensorView& tensor, const kernels::KernelTable& kernels)
{
    BoundMatrix matrix = matrixOfFormat(tensor, WeightFormat::AsStored);
    matrix.stored = { tensor.bytes.data(), matrix.rows, matrix.columns };
    chooseStoredKernels(matrix, kernels);
    return matrix;
}

/// In the checkpoint's own format, read in place, or a bfloat16 copy of a float32 one.
Result<BoundMatrix> MatrixBinder::bindStored(const TensorView& tensor, const PieceObserver& advanced)
{
    BoundMatrix matrix = storedInPlace(tensor, kernels_);
    if (narrows_ && tensor.dtype == DType::F32) {
        matrix.dtype = DType::BF16;
        matrix.sizeBytes /= 2;
        auto buffer = AlignedBuffer::allocate(std::size_t(matrix.sizeBytes), tensor.name.c_str());
        if (!buffer)
            return std::unexpected(buffer.error());
        if (!narrowMatrix(tensor, *buffer, advanced))
            return cancelled(tensor);
        matrix.stored.data = buffer->data();
        chooseStoredKernels(matrix, kernels_);
        copies_.push_back(std::move(*buffer));
    } else if (!touchPages(tensor.bytes, advanced)) {
        return cancelled(tensor);
    }
    return matrix;
}

/// What an error of each column weighs in the basis that rows are rounded in; null without calibration.
const float* MatrixBinder::columnWeights(const TensorView& tensor, bool rotates) const
{
    if (!options_.calibration)
        return nullptr;
    const auto found = options_.calibration->matrices.find(tensor.name);
    if (found == options_.calibration->matrices.end())
        return nullptr;
    return rotates ? found->second.rotated.data() : found->second.plain.data();
}

/// Packed in `format`, with its error.
Result<BoundMatrix> MatrixBinder::bindPacked(
    const TensorView& tensor, const MatrixFormat& format, AlignedBuffer& copy, const PieceObserver& advanced)
{
    BoundMatrix matrix = matrixOfFormat(tensor, format.weights);
    auto buffer = AlignedBuffer::allocate(std::size_t(matrix.sizeBytes), tensor.name.c_str());
    if (!buffer)
        return std::unexpected(buffer.error());
    const float* importance = columnWeights(tensor, isRotated(format.input));
    const auto error = packMatrix(tensor, format, importance, *buffer, kernels_, pool_, advanced);
    if (!error)
        return cancelled(tensor);
    copy = std::move(*buffer);
    matrix.relativeError = error->relative();
    const auto* packed = reinterpret_cast<const std::uint8_t*>(copy.data());
    if (isInt8(format.weights))
        matrix.int8 = { packed, matrix.rows, matrix.columns, groupColumns(format.weights, matrix.columns) };
    else
        matrix.int4 = { packed, matrix.rows, matrix.columns };
    return matrix;
}

/// A float32 copy, rounded as the comparison scheme says.
Result<BoundMatrix> MatrixBinder::bindRounded(
    const TensorView& tensor, MatrixFormat& format, const PieceObserver& advanced)
{
    const bool rotates = options_.scheme->handlesOutliers && format.isInLayer;
    const bool isInt4 = format.weights == WeightFormat::Int4;
    format = { .isRounded = true, .isInLayer = format.isInLayer };
    BoundMatrix matrix = matrixOfFormat(tensor, WeightFormat::AsStored);
    matrix.dtype = DType::F32;
    matrix.sizeBytes = matrix.rows * matrix.columns * std::int64_t(sizeof(float));
    auto buffer = AlignedBuffer::allocate(std::size_t(matrix.sizeBytes), tensor.name.c_str());
    if (!buffer)
        return std::unexpected(buffer.error());
    const RoundedMatrix rounding { .scales = options_.scheme->scales,
        .isInt4 = isInt4,
        .rotates = rotates,
        .columnWeights = columnWeights(tensor, rotates) };
    matrix.relativeError = roundMatrix(tensor, rounding, *buffer, kernels_, pool_).relative();
    if (!advanced(tensor.bytes.size()))
        return cancelled(tensor);
    matrix.isRoundedToInt4 = isInt4;
    matrix.stored = { buffer->data(), matrix.rows, matrix.columns };
    chooseStoredKernels(matrix, kernels_);
    copies_.push_back(std::move(*buffer));
    return matrix;
}

Result<BoundMatrix> MatrixBinder::bind(
    const TensorView& tensor, MatrixFormat& format, const PieceObserver& advanced)
{
    if (options_.scheme && isPacked(format.weights))
        return bindRounded(tensor, format, advanced);
    PieceObserver counted = advanced;
    while (isPacked(format.weights)) {
        AlignedBuffer copy;
        auto matrix = bindPacked(tensor, format, copy, counted);
        if (!matrix)
            return matrix;
        if (matrix->relativeError <= errorBar(format.weights, care_)) {
            copies_.push_back(std::move(copy));
            return matrix;
        }
        format.weights = saferFormat(format.weights);
        // The tensor's bytes have been counted as read once.
        counted = [&advanced](std::size_t) { return advanced(0); };
    }
    format.input = InputFormat::Float;
    return bindStored(tensor, counted);
}

} // namespace moru
