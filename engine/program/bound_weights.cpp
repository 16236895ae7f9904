#include "engine/program/bound_weights.h"

#include "engine/program/pack_matrix.h"

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

std::vector<float> bindVector(const TensorView& tensor, WeightUse use)
{
    std::vector<float> values(std::size_t(tensor.elementCount()));
    convertToFloat(tensor.dtype, tensor.bytes.data(), values.data(), values.size());
    if (use == WeightUse::ZeroCentredVector) {
        for (float& value : values)
            value += 1.0F;
    }
    return values;
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

/// Binds one matrix; `copies` receives its memory where it is a copy. Errors: Cancelled, OutOfMemory.
Result<BoundMatrix> bindMatrix(const TensorView& tensor, WeightFormat format, bool narrows,
    const kernels::KernelTable& kernels, ThreadPool& pool, std::vector<AlignedBuffer>& copies,
    const PieceObserver& advanced)
{
    BoundMatrix matrix = matrixOfFormat(tensor, format);
    const bool isStored = format == WeightFormat::AsStored;
    const bool isNarrow = isStored && narrows && tensor.dtype == DType::F32;
    if (isNarrow) {
        matrix.dtype = DType::BF16;
        matrix.sizeBytes /= 2;
    }
    const std::byte* data = tensor.bytes.data();
    bool finished = true;
    if (isStored && !isNarrow) {
        finished = touchPages(tensor.bytes, advanced);
    } else {
        auto buffer = AlignedBuffer::allocate(std::size_t(matrix.sizeBytes), tensor.name.c_str());
        if (!buffer)
            return std::unexpected(buffer.error());
        finished = isNarrow ? narrowMatrix(tensor, *buffer, advanced)
                            : packMatrix(tensor, format, *buffer, pool, advanced);
        data = buffer->data();
        copies.push_back(std::move(*buffer));
    }
    if (!finished)
        return failure(ErrorCode::Cancelled, tensor.name, "loading was cancelled");
    const auto* packed = reinterpret_cast<const std::uint8_t*>(data);
    switch (format) {
    case WeightFormat::AsStored:
        matrix.stored = { data, matrix.rows, matrix.columns };
        chooseStoredKernels(matrix, kernels);
        break;
    case WeightFormat::Int8:
        matrix.int8 = { packed, matrix.rows, matrix.columns, kColumnBlock };
        break;
    case WeightFormat::Int4:
        matrix.int4 = { packed, matrix.rows, matrix.columns, true };
        break;
    }
    return matrix;
}

} // namespace

bool isNarrowed(const Graph& graph, const Checkpoint& checkpoint)
{
    std::uint64_t float32Bytes = 0;
    for (const WeightReference& weight : graph.weights) {
        const TensorView& tensor = *checkpoint.find(weight.tensor);
        if (tensor.dtype == DType::F32)
            float32Bytes += tensor.bytes.size();
    }
    return float32Bytes > kLargestFloat32Bytes;
}

BoundWeights BoundWeights::withoutNumbers(const Graph& graph, Precision precision)
{
    BoundWeights none;
    none.formats = chooseFormats(graph, precision);
    none.matrices.resize(graph.weights.size());
    none.vectors.resize(graph.weights.size());
    for (std::size_t id = 0; id < graph.weights.size(); ++id) {
        if (graph.weights[id].use != WeightUse::Matrix)
            continue;
        none.matrices[id].format = none.formats[id];
        none.matrices[id].rows = graph.weights[id].shape[0];
        none.matrices[id].columns = graph.weights[id].shape[1];
    }
    return none;
}

Result<BoundWeights> bindWeights(const Graph& graph, const Checkpoint& checkpoint, Precision precision,
    const kernels::KernelTable& kernels, ThreadPool& pool, const WeightObserver& observer,
    const std::stop_token& stop)
{
    BoundWeights bound = BoundWeights::withoutNumbers(graph, precision);
    const bool narrows = isNarrowed(graph, checkpoint);
    std::uint64_t total = 0;
    for (const WeightReference& weight : graph.weights)
        total += checkpoint.find(weight.tensor)->bytes.size();

    std::uint64_t done = 0;
    for (std::size_t id = 0; id < graph.weights.size(); ++id) {
        const WeightReference& weight = graph.weights[id];
        const TensorView& tensor = *checkpoint.find(weight.tensor);
        const PieceObserver advanced = [&](std::size_t pieceBytes) {
            done += pieceBytes;
            observer(weight.tensor, done, total);
            return !stop.stop_requested();
        };
        if (weight.use == WeightUse::Matrix) {
            auto matrix
                = bindMatrix(tensor, bound.formats[id], narrows, kernels, pool, bound.copies, advanced);
            if (!matrix)
                return std::unexpected(matrix.error());
            bound.matrices[id] = *matrix;
            bound.matrixBytes += matrix->sizeBytes;
        } else {
            bound.vectors[id] = bindVector(tensor, weight.use);
            bound.vectorBytes += std::int64_t(bound.vectors[id].size() * sizeof(float));
            if (!advanced(tensor.bytes.size()))
                return failure(ErrorCode::Cancelled, weight.tensor, "loading was cancelled");
        }
    }
    if (auto intact = checkpoint.damage(); !intact)
        return std::unexpected(intact.error());
    return bound;
}

} // namespace moru
