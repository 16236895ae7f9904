#include "engine/session/model_files.h"

#include "engine/api/machine.h"
#include "engine/core/dtype.h"
#include "engine/core/thread_pool.h"
#include "engine/kv_cache/sequence_state.h"
#include "engine/loader/generation_defaults.h"
#include "engine/program/compiler.h"
#include "engine/program/executor.h"
#include "engine/session/limits.h"

#include <algorithm>

namespace moru {

namespace {

void describeSizes(const ModelConfig& c, ModelDescription& d)
{
    d.family = c.family;
    d.architecture = c.architecture;
    d.layerCount = c.layerCount;
    d.hiddenSize = c.hiddenSize;
    d.headCount = c.headCount;
    d.kvHeadCount = c.kvHeadCount;
    d.headDim = c.headDim;
    d.feedForwardSize = c.feedForwardSize;
    d.vocabularySize = c.vocabularySize;
    d.contextLength = c.contextLength;
    d.config = { { "hiddenSize", c.hiddenSize }, { "layerCount", c.layerCount }, { "headCount", c.headCount },
        { "kvHeadCount", c.kvHeadCount }, { "headDim", c.headDim }, { "feedForwardSize", c.feedForwardSize },
        { "vocabularySize", c.vocabularySize }, { "contextLength", c.contextLength },
        { "normEpsilon", c.normEpsilon }, { "ropeTheta", c.rope.theta } };
    if (c.slidingWindow > 0)
        d.config.emplace_back("slidingWindow", c.slidingWindow);
    if (c.attentionSoftcap > 0)
        d.config.emplace_back("attentionSoftcap", c.attentionSoftcap);
    if (c.finalSoftcap > 0)
        d.config.emplace_back("finalSoftcap", c.finalSoftcap);
}

void describeTensors(const Checkpoint& checkpoint, const Graph& graph, ModelDescription& d)
{
    for (const TensorView& tensor : checkpoint.tensors()) {
        d.tensors.push_back({ tensor.name, std::string(dtypeName(tensor.dtype)), tensor.shape,
            tensor.bytes.size(), std::string(checkpoint.fileOf(tensor)) });
    }
    for (const WeightReference& weight : graph.weights) {
        const TensorView& tensor = *checkpoint.find(weight.tensor);
        d.parameterCount += std::uint64_t(tensor.elementCount());
        d.weightBytes += tensor.bytes.size();
    }
}

/// In these formats; with `rounds`, what they pack is float32 instead.
std::uint64_t loadedBytes(
    const Graph& graph, const Checkpoint& checkpoint, std::vector<MatrixFormat> formats, bool rounds = false)
{
    const bool narrows = isNarrowed(graph, checkpoint);
    std::uint64_t bytes = 0;
    for (std::size_t id = 0; id < graph.weights.size(); ++id) {
        const TensorView& tensor = *checkpoint.find(graph.weights[id].tensor);
        std::size_t elementBytes = narrows && tensor.dtype == DType::F32 ? 2 : dtypeBytes(tensor.dtype);
        if (rounds && isPacked(formats[id].weights)) {
            formats[id].weights = WeightFormat::AsStored;
            elementBytes = sizeof(float);
        }
        if (graph.weights[id].use == WeightUse::Matrix)
            bytes += std::uint64_t(matrixBytes(
                formats[id].weights, tensor.shape[0], tensor.shape[1], std::int64_t(elementBytes)));
        else
            bytes += std::uint64_t(tensor.elementCount()) * sizeof(float);
    }
    return bytes;
}

/// Widens the description to what a program over such weights needs. Each part of it grows with the threads
/// either not at all or by the same for each, so that the growth is steepest where they are many.
void describeBuffers(const BoundWeights& weights, const Graph& graph, ModelDescription& d)
{
    const Program program = compileProgram(graph, weights, {});
    const auto bytesFor = [&](int threadCount) {
        return Executor::bytesFor(program, kDefaultChunkSize, d.contextLength, threadCount);
    };
    d.activationBytes = std::max(d.activationBytes, bytesFor(1));
    d.threadActivationBytes
        = std::max(d.threadActivationBytes, bytesFor(kMostThreads) - bytesFor(kMostThreads - 1));
}

void describeMemory(const Graph& graph, const Checkpoint& checkpoint, ModelDescription& d)
{
    for (const CacheSpecification& cache : graph.caches)
        d.caches.push_back({ int(cache.kvHeadCount), int(cache.headDim), cache.window.value_or(0) });
    d.recurrentStateBytes = SequenceState::bytesFor(
        { .caches = {}, .convolutions = graph.convolutionStates, .deltas = graph.deltaStates });
    d.roundedWeightBytes
        = loadedBytes(graph, checkpoint, chooseFormats(graph, Precision::Int8, Care::Fast), true);
    const Care care = firstCare(graph, {});
    for (const Precision precision : { Precision::Exact, Precision::Int8, Precision::Int4 }) {
        d.loadedWeightBytes[std::size_t(precision)]
            = loadedBytes(graph, checkpoint, likelyFormats(graph, precision));
        d.safestWeightBytes[std::size_t(precision)]
            = loadedBytes(graph, checkpoint, safestFormats(graph, precision));
        // Buffers do not depend on the weights' numbers, so programs over none of them tell their size.
        describeBuffers(BoundWeights::withoutNumbers(graph, precision, care), graph, d);
    }
    describeBuffers(BoundWeights::roundedWithoutNumbers(graph), graph, d);
}

/// Tokenizer, prompt format, end tokens and sampling; a folder without a tokenizer still runs on token ids.
Result<void> readTokenizerFiles(ModelFiles& files)
{
    const std::filesystem::path& folder = files.checkpoint.folder();
    ModelDescription& d = files.description;
    std::error_code ignored;
    if (std::filesystem::exists(folder / "tokenizer.json", ignored)) {
        auto tokenizer = loadTokenizer(folder);
        if (!tokenizer)
            return std::unexpected(tokenizer.error());
        files.tokenizer = *tokenizer;
        auto chosen = choosePromptFormat(folder, *files.tokenizer);
        if (!chosen)
            return std::unexpected(chosen.error());
        files.promptFormat = chosen->format;
        d.hasTokenizer = true;
        d.isBaseModel = chosen->isBaseModel;
    }
    auto defaults = readGenerationDefaults(
        folder, files.checkpoint.config(), files.tokenizer.get(), files.model.config.cardSampling);
    if (!defaults)
        return std::unexpected(defaults.error());
    d.sampling = defaults->sampling;
    d.samplingIsFromModel = defaults->samplingIsFromModel;
    d.endTokenIds = defaults->endTokenIds;
    if (files.promptFormat) {
        d.promptFormat = files.promptFormat->name();
        d.hasThinkingSwitch = !d.isBaseModel && files.promptFormat->hasThinkingSwitch();
        const auto endOfTurn = files.tokenizer->tokenId(files.promptFormat->endOfTurn());
        if (endOfTurn && !d.isBaseModel
            && std::ranges::find(d.endTokenIds, *endOfTurn) == d.endTokenIds.end())
            d.endTokenIds.push_back(*endOfTurn);
    }
    // Ids beyond the embedding cannot come up; the files of some re-saves name them all the same.
    std::erase_if(d.endTokenIds, [&](TokenId id) { return id < 0 || id >= d.vocabularySize; });
    return {};
}

// Ids of the tokenizer without a row in the embedding are refused when they come up (TokenOutOfRange), not
// here: Gemma 3's text-only files lack the picture's token, and that is fine.

} // namespace

Result<ModelFiles> openModelFiles(const std::filesystem::path& folder, const LoadObserver& observer)
{
    if (observer)
        observer({ .phase = LoadPhase::CheckFiles, .detail = folder.filename().string() });
    auto checkpoint = Checkpoint::open(folder);
    if (!checkpoint)
        return std::unexpected(checkpoint.error());
    auto model = recogniseModel(*checkpoint);
    if (!model)
        return std::unexpected(model.error());
    ModelFiles files { std::move(*checkpoint), std::move(*model), nullptr, nullptr, {} };
    files.description.folder = folder;
    describeSizes(files.model.config, files.description);
    describeTensors(files.checkpoint, files.model.graph, files.description);
    describeMemory(files.model.graph, files.checkpoint, files.description);
    if (observer)
        observer({ .phase = LoadPhase::ReadTokenizer, .detail = "tokenizer.json" });
    if (auto read = readTokenizerFiles(files); !read)
        return std::unexpected(read.error());
    if (auto intact = files.checkpoint.damage(); !intact)
        return std::unexpected(intact.error());
    return files;
}

Result<ModelDescription> describeModel(const std::filesystem::path& folder)
{
    auto files = openModelFiles(folder, {});
    if (!files)
        return std::unexpected(files.error());
    return std::move(files->description);
}

MemoryUse predictMemory(const ModelDescription& description, const LoadOptions& options)
{
    const int context = options.contextLength > 0 ? options.contextLength : kDefaultContextLength;
    std::vector<CacheSpecification> caches;
    for (const AttentionCacheDescription& cache : description.caches) {
        caches.push_back({ cache.kvHeadCount, cache.headDim,
            cache.window > 0 ? std::optional(cache.window) : std::nullopt });
    }
    const SequenceSpecification specification { .caches = caches,
        .convolutions = {},
        .deltas = {},
        .contextLength = std::min(context, description.contextLength),
        .chunkSize = kDefaultChunkSize,
        .kvFormat = options.kvFormat.value_or(defaultKvFormat(options.precision)) };
    const int threads = options.threadCount > 0 ? options.threadCount : allowedThreadCount();
    const bool isRounded = options.scheme && options.precision != Precision::Exact;
    const auto precision = std::size_t(options.precision);
    const std::uint64_t likely = description.loadedWeightBytes[precision];
    const std::uint64_t safest = std::max(likely, description.safestWeightBytes[precision]);
    return { .weightsBytes = isRounded ? description.roundedWeightBytes : likely,
        .kvCacheBytes = SequenceState::bytesFor(specification) + description.recurrentStateBytes,
        .activationsBytes
        = description.activationBytes + std::uint64_t(threads - 1) * description.threadActivationBytes,
        .saferWeightsBytes = isRounded ? 0 : safest - likely };
}

} // namespace moru
