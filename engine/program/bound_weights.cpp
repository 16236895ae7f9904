#include "engine/program/bound_weights.h"

#include "engine/core/mapped_file.h"

#include <algorithm>
#include <cassert>

namespace moru {

namespace {

constexpr std::size_t kPieceBytes = 4 << 20; ///< Between two looks at the stop token.
constexpr std::size_t kPageBytes = 4096;

BoundMatrix bindMatrix(
    const TensorView& tensor, const void* data, DType dtype, const kernels::KernelTable& kernels)
{
    BoundMatrix matrix;
    matrix.stored = { data, tensor.shape[0], tensor.shape[1] };
    matrix.dtype = dtype;
    switch (dtype) {
    case DType::F32:
        matrix.multiply = kernels.matmulF32;
        matrix.readRow = kernels.rowF32;
        break;
    case DType::F16:
        matrix.multiply = kernels.matmulF16;
        matrix.readRow = kernels.rowF16;
        break;
    default:
        assert(dtype == DType::BF16);
        matrix.multiply = kernels.matmulBf16;
        matrix.readRow = kernels.rowBf16;
        break;
    }
    return matrix;
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

/// Called for each piece of a tensor's bytes, in order.
using PieceObserver = std::function<void(std::size_t pieceBytes)>;

/// Rounds a float32 matrix to bfloat16, giving each piece of the file back once it is read.
/// False when asked to stop.
bool narrow(std::span<const std::byte> bytes, std::span<std::uint16_t> output, const std::stop_token& stop,
    const PieceObserver& advanced)
{
    std::vector<float> piece(kPieceBytes / sizeof(float));
    std::size_t done = 0;
    for (std::size_t begin = 0; begin < bytes.size(); begin += kPieceBytes) {
        if (stop.stop_requested())
            return false;
        const auto source = bytes.subspan(begin, std::min(kPieceBytes, bytes.size() - begin));
        const std::size_t count = source.size() / sizeof(float);
        convertToFloat(DType::F32, source.data(), piece.data(), count);
        for (std::size_t i = 0; i < count; ++i)
            output[done + i] = floatToBf16(piece[i]);
        done += count;
        releasePages(source);
        advanced(source.size());
    }
    return true;
}

/// Reads one byte of every page. False when asked to stop.
bool touchPages(std::span<const std::byte> bytes, const std::stop_token& stop, const PieceObserver& advanced)
{
    for (std::size_t begin = 0; begin < bytes.size(); begin += kPieceBytes) {
        if (stop.stop_requested())
            return false;
        const std::size_t end = std::min(begin + kPieceBytes, bytes.size());
        for (std::size_t at = begin; at < end; at += kPageBytes)
            static_cast<void>(*static_cast<const volatile std::byte*>(&bytes[at]));
        advanced(end - begin);
    }
    return true;
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

Result<BoundWeights> bindWeights(const Graph& graph, const Checkpoint& checkpoint,
    const kernels::KernelTable& kernels, const WeightObserver& observer, const std::stop_token& stop)
{
    BoundWeights bound;
    bound.matrices.resize(graph.weights.size());
    bound.vectors.resize(graph.weights.size());
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
        };
        bool finished = true;
        if (weight.use != WeightUse::Matrix) {
            bound.vectors[id] = bindVector(tensor, weight.use);
            bound.vectorBytes += std::int64_t(bound.vectors[id].size() * sizeof(float));
            advanced(tensor.bytes.size());
        } else if (narrows && tensor.dtype == DType::F32) {
            auto buffer = AlignedBuffer::allocate(tensor.bytes.size() / 2, weight.tensor.c_str());
            if (!buffer)
                return std::unexpected(buffer.error());
            finished = narrow(tensor.bytes, buffer->as<std::uint16_t>(), stop, advanced);
            bound.matrices[id] = bindMatrix(tensor, buffer->data(), DType::BF16, kernels);
            bound.narrowed.push_back(std::move(*buffer));
        } else {
            finished = touchPages(tensor.bytes, stop, advanced);
            bound.matrices[id] = bindMatrix(tensor, tensor.bytes.data(), tensor.dtype, kernels);
        }
        if (!finished)
            return failure(ErrorCode::Cancelled, checkpoint.folder().string(), "loading was cancelled");
        if (weight.use == WeightUse::Matrix)
            bound.matrixBytes += bound.matrices[id].sizeBytes();
    }
    if (auto intact = checkpoint.damage(); !intact)
        return std::unexpected(intact.error());
    return bound;
}

} // namespace moru
