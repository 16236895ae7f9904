#include "engine/program/bound_weights.h"

#include <algorithm>
#include <cassert>

namespace moru {

namespace {

constexpr std::size_t kPieceBytes = 4 << 20; ///< Between two looks at the stop token.
constexpr std::size_t kPageBytes = 4096;

BoundMatrix bindMatrix(const TensorView& tensor, const kernels::KernelTable& kernels)
{
    BoundMatrix matrix;
    matrix.stored = { tensor.bytes.data(), tensor.shape[0], tensor.shape[1] };
    matrix.dtype = tensor.dtype;
    switch (tensor.dtype) {
    case DType::F32:
        matrix.multiply = kernels.matmulF32;
        matrix.readRow = kernels.rowF32;
        break;
    case DType::F16:
        matrix.multiply = kernels.matmulF16;
        matrix.readRow = kernels.rowF16;
        break;
    default:
        assert(tensor.dtype == DType::BF16);
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

/// Reads one byte of every page. False when asked to stop.
bool touchPages(std::span<const std::byte> bytes, const std::stop_token& stop,
    const std::function<void(std::size_t pieceBytes)>& advanced)
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

Result<BoundWeights> bindWeights(const Graph& graph, const Checkpoint& checkpoint,
    const kernels::KernelTable& kernels, const WeightObserver& observer, const std::stop_token& stop)
{
    BoundWeights bound;
    bound.matrices.resize(graph.weights.size());
    bound.vectors.resize(graph.weights.size());
    std::uint64_t total = 0;
    for (const WeightReference& weight : graph.weights)
        total += checkpoint.find(weight.tensor)->bytes.size();

    std::uint64_t done = 0;
    for (std::size_t id = 0; id < graph.weights.size(); ++id) {
        const WeightReference& weight = graph.weights[id];
        const TensorView& tensor = *checkpoint.find(weight.tensor);
        const bool finished = touchPages(tensor.bytes, stop, [&](std::size_t pieceBytes) {
            done += pieceBytes;
            observer(weight.tensor, done, total);
        });
        if (!finished)
            return failure(ErrorCode::Cancelled, checkpoint.folder().string(), "loading was cancelled");
        if (weight.use == WeightUse::Matrix) {
            bound.matrices[id] = bindMatrix(tensor, kernels);
            bound.matrixBytes += bound.matrices[id].sizeBytes();
        } else {
            bound.vectors[id] = bindVector(tensor, weight.use);
            bound.vectorBytes += std::int64_t(bound.vectors[id].size() * sizeof(float));
        }
    }
    if (auto intact = checkpoint.damage(); !intact)
        return std::unexpected(intact.error());
    return bound;
}

} // namespace moru
