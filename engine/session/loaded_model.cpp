#include "engine/session/loaded_model.h"

#include "engine/api/machine.h"
#include "engine/core/thread_pool.h"
#include "engine/kernels/dispatch.h"
#include "engine/program/executor.h"
#include "engine/program/program_description.h"
#include "engine/program/rounding.h"
#include "engine/session/check_quantisation.h"
#include "engine/session/limits.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace moru {

namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

Result<LoadOptions> completeOptions(const LoadOptions& given, const ModelDescription& description)
{
    LoadOptions options = given;
    if (options.threadCount < 0 || options.threadCount > kMostThreads)
        return failure(ErrorCode::InvalidSetting, "threads", "{} threads; 1 to {} make sense",
            options.threadCount, kMostThreads);
    if (options.threadCount == 0)
        options.threadCount = allowedThreadCount();
    if (options.contextLength < 0)
        return failure(ErrorCode::InvalidSetting, "context", "a context of {} tokens", options.contextLength);
    if (options.contextLength == 0)
        options.contextLength = kDefaultContextLength;
    options.contextLength = std::min(options.contextLength, description.contextLength);
    options.kvFormat = options.kvFormat.value_or(defaultKvFormat(options.precision));
    return options;
}

/// `how` follows the amount that is needed. `available`: unset: what the machine says.
Result<void> checkMemory(const ModelDescription& description, const LoadOptions& options,
    std::uint64_t needed, std::string_view how, std::optional<std::uint64_t> available)
{
    if (options.ignoreMemoryLimit)
        return {};
    if (!available) {
        const auto machine = describeMachine();
        if (!machine)
            return std::unexpected(machine.error());
        available = machine->availableMemoryBytes;
    }
    if (needed <= *available)
        return {};
    return failure(ErrorCode::NotEnoughMemory, description.folder.string(),
        "needs {:.2f} GiB{} with a context of {} tokens, {:.2f} GiB are available", double(needed) / kGiB,
        how, options.contextLength, double(*available) / kGiB);
}

WeightObserver weightObserver(const LoadObserver& observer)
{
    return [&observer](std::string_view tensor, std::uint64_t done, std::uint64_t total) {
        if (observer)
            observer({ LoadPhase::ReadWeights, std::string(tensor), done, total });
    };
}

} // namespace

LoadedModelImplementation::LoadedModelImplementation(
    ModelFiles files, LoadOptions options, kernels::KernelTable kernels, BoundWeights weights)
    : files_(std::move(files))
    , options_(options)
    , kernels_(kernels)
    , weights_(std::move(weights))
    , program_(compileProgram(files_.model.graph, weights_, {}))
{
}

Result<std::shared_ptr<LoadedModelImplementation>> LoadedModelImplementation::load(
    ModelFiles files, const LoadOptions& options, const LoadObserver& observer, const std::stop_token& stop)
{
    const auto isa = chosenIsa();
    if (!isa)
        return std::unexpected(isa.error());
    auto kernels = kernels::kernelsFor(*isa);
    if (!kernels)
        return std::unexpected(kernels.error());
    ThreadPool pool(options.threadCount);
    auto weights = bindWeights(files.model.graph, files.checkpoint, options,
        firstCare(files.model.graph, options.rules), *kernels, pool, weightObserver(observer), stop);
    if (!weights)
        return std::unexpected(weights.error());
    if (observer)
        observer({ .phase = LoadPhase::Compile, .detail = files.description.family });
    std::shared_ptr<LoadedModelImplementation> model(
        new LoadedModelImplementation(std::move(files), options, *kernels, std::move(*weights)));
    if (auto checked = model->checkQuantisation(pool, observer, stop); !checked)
        return std::unexpected(checked.error());
    return model;
}

Result<void> LoadedModelImplementation::checkQuantisation(
    ThreadPool& pool, const LoadObserver& observer, const std::stop_token& stop)
{
    const std::vector<TokenId> ids = idsToCheck(*this);
    if (ids.empty())
        return {};
    while (true) {
        const auto meanKl = measureMeanKl(*this, ids, pool, stop);
        if (!meanKl)
            return std::unexpected(meanKl.error());
        if (!*meanKl)
            return {};
        check_.tokenCount = int(ids.size());
        check_.bar = meanKlBar(*this);
        check_.meanKl = **meanKl;
        check_.care = std::string(careName(weights_.care));
        if (check_.meanKl <= check_.bar)
            return {};
        if (weights_.care == Care::SmallGroups) {
            if (std::isfinite(check_.meanKl))
                return {};
            return failure(ErrorCode::NotFinite, files_.description.folder.string(),
                "quantised, the model's logits are no numbers; it may run in exact precision");
        }
        check_.isSafer = true;
        const auto next = Care(int(weights_.care) + 1);
        if (auto quantised = quantiseAgain(next, pool, observer, stop); !quantised)
            return quantised;
    }
}

Result<void> LoadedModelImplementation::quantiseAgain(
    Care care, ThreadPool& pool, const LoadObserver& observer, const std::stop_token& stop)
{
    if (care == Care::WideInputs) {
        widenInputs(weights_.formats);
        weights_.care = care;
    } else {
        weights_ = {}; // first, so that both are never in memory
        const MemoryUse use = predictMemory(files_.description, options_);
        if (auto fits = checkMemory(files_.description, options_, use.totalBytes() + use.saferWeightsBytes,
                " in the safer formats that its predictions ask for", options_.rules.availableBytes);
            !fits)
            return fits;
        auto weights = bindWeights(
            graph(), checkpoint(), options_, care, kernels_, pool, weightObserver(observer), stop);
        if (!weights)
            return std::unexpected(weights.error());
        weights_ = std::move(*weights);
    }
    program_ = compileProgram(graph(), weights_, {});
    return {};
}

MemoryUse LoadedModelImplementation::memory() const
{
    MemoryUse use = predictMemory(files_.description, options_);
    use.saferWeightsBytes = 0;
    use.weightsBytes = std::uint64_t(weights_.matrixBytes + weights_.vectorBytes);
    use.activationsBytes
        = Executor::bytesFor(program_, kDefaultChunkSize, options_.contextLength, options_.threadCount);
    return use;
}

std::vector<WeightReport> LoadedModelImplementation::weightReports() const
{
    const std::vector<MatrixFormat> first
        = chooseFormats(graph(), options_.precision, firstCare(graph(), options_.rules));
    std::vector<WeightReport> reports;
    for (std::size_t id = 0; id < graph().weights.size(); ++id) {
        const BoundMatrix& matrix = weights_.matrices[id];
        if (graph().weights[id].use != WeightUse::Matrix)
            continue;
        WeightReport report { .tensor = graph().weights[id].tensor,
            .format = std::string(formatName(matrix)),
            .sizeBytes = std::uint64_t(matrix.sizeBytes),
            .relativeError = matrix.relativeError,
            .isSafer = !options_.scheme && matrix.format != first[id].weights };
        if (weights_.formats[id].isRounded) {
            const auto scales = options_.scheme->scales;
            report.format = schemeFormat(scales, matrix.isRoundedToInt4);
            report.sizeBytes
                = std::uint64_t(schemeBytes(scales, matrix.isRoundedToInt4, matrix.rows, matrix.columns));
        }
        reports.push_back(std::move(report));
    }
    return reports;
}

std::string LoadedModelImplementation::printProgram(int layer) const
{
    return "graph\n" + printGraph(graph(), layer) + "\nprogram\n" + moru::printProgram(program_, layer);
}

std::vector<OperationDescription> LoadedModelImplementation::describeProgram(int layer) const
{
    return moru::describeProgram(
        program_, options_.kvFormat.value_or(defaultKvFormat(options_.precision)), layer);
}

std::string LoadedModelImplementation::dotGraph(int layer) const
{
    return moru::dotGraph(graph(), layer);
}

Program LoadedModelImplementation::compileLayersAsStored(BoundWeights& stored) const
{
    stored = weights_.withLayersAsStored(graph(), checkpoint(), kernels_);
    return compileProgram(graph(), stored, {});
}

Program LoadedModelImplementation::compileObserving(std::vector<std::pair<std::string, Value>> observed) const
{
    return compileProgram(graph(), weights_, { .observed = std::move(observed) });
}

Result<std::shared_ptr<const LoadedModel>> loadModel(const std::filesystem::path& folder,
    const LoadOptions& options, const LoadObserver& observer, std::stop_token stop)
{
    const auto started = std::chrono::steady_clock::now();
    auto files = openModelFiles(folder, observer);
    if (!files)
        return std::unexpected(files.error());
    auto complete = completeOptions(options, files->description);
    if (!complete)
        return std::unexpected(complete.error());
    const std::uint64_t needed = predictMemory(files->description, *complete).totalBytes();
    if (auto fits = checkMemory(files->description, *complete, needed, "", std::nullopt); !fits)
        return std::unexpected(fits.error());
    if (stop.stop_requested())
        return failure(ErrorCode::Cancelled, folder.string(), "loading was cancelled");
    auto model = LoadedModelImplementation::load(std::move(*files), *complete, observer, stop);
    if (!model)
        return std::unexpected(model.error());
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - started;
    (*model)->setLoadTimeMs(elapsed.count());
    return *model;
}

} // namespace moru
