#include "engine/program/bound_weights.h"

#include "engine/program/bind_matrix.h"

namespace moru {

namespace {

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

BoundWeights BoundWeights::withoutNumbers(const Graph& graph, Precision precision, Care care)
{
    BoundWeights none;
    none.care = care;
    none.formats = chooseFormats(graph, precision, care);
    none.matrices.resize(graph.weights.size());
    none.vectors.resize(graph.weights.size());
    for (std::size_t id = 0; id < graph.weights.size(); ++id) {
        if (graph.weights[id].use != WeightUse::Matrix)
            continue;
        none.matrices[id].format = none.formats[id].weights;
        none.matrices[id].rows = graph.weights[id].shape[0];
        none.matrices[id].columns = graph.weights[id].shape[1];
    }
    return none;
}

BoundWeights BoundWeights::roundedWithoutNumbers(const Graph& graph)
{
    BoundWeights none = withoutNumbers(graph, Precision::Int8, Care::Fast);
    none.scheme = ComparisonScheme { .handlesOutliers = false };
    for (std::size_t id = 0; id < none.formats.size(); ++id) {
        if (!isPacked(none.formats[id].weights))
            continue;
        none.formats[id] = { .isRounded = true, .isInLayer = none.formats[id].isInLayer };
        none.matrices[id].format = WeightFormat::AsStored;
    }
    return none;
}

BoundWeights BoundWeights::withLayersAsStored(
    const Graph& graph, const Checkpoint& checkpoint, const kernels::KernelTable& kernels) const
{
    BoundWeights stored;
    stored.formats = formats;
    stored.matrices = matrices;
    stored.vectors = vectors;
    for (std::size_t id = 0; id < formats.size(); ++id) {
        if (!formats[id].isInLayer)
            continue;
        stored.formats[id] = { .isInLayer = true };
        stored.matrices[id] = storedInPlace(*checkpoint.find(graph.weights[id].tensor), kernels);
    }
    return stored;
}

Result<BoundWeights> bindWeights(const Graph& graph, const Checkpoint& checkpoint, const LoadOptions& options,
    Care care, const kernels::KernelTable& kernels, ThreadPool& pool, const WeightObserver& observer,
    const std::stop_token& stop)
{
    BoundWeights bound = BoundWeights::withoutNumbers(graph, options.precision, care);
    bound.scheme = options.scheme;
    std::uint64_t total = 0;
    for (const WeightReference& weight : graph.weights)
        total += checkpoint.find(weight.tensor)->bytes.size();

    MatrixBinder binder(options, care, isNarrowed(graph, checkpoint), kernels, pool, bound.copies);
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
            auto matrix = binder.bind(tensor, bound.formats[id], advanced);
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
