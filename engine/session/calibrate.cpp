#include "engine/api/session.h"

#include "engine/core/thread_pool.h"
#include "engine/quantization/packed_int8.h"
#include "engine/session/limits.h"
#include "engine/session/sequence_runner.h"

namespace moru {

namespace {

/// Columns that the text never used keep this share of the mean, so that another text is not lost on them.
constexpr double kLeastShare = 1e-2;

/// Sums of squares of one value's columns, in both bases.
struct Tally {
    std::vector<std::string> tensors; ///< Matrices that read the value.
    std::vector<double> plain;
    std::vector<double> rotated;

    void add(std::span<const float> row, const kernels::KernelTable& kernels, std::vector<float>& scratch)
    {
        scratch.resize(rotated.size());
        kernels.rotateBlocks(row.data(), std::int64_t(row.size()), scratch.data());
        for (std::size_t i = 0; i < plain.size(); ++i)
            plain[i] += double(row[i]) * double(row[i]);
        for (std::size_t i = 0; i < rotated.size(); ++i)
            rotated[i] += double(scratch[i]) * double(scratch[i]);
    }
};

std::vector<float> meansOf(const std::vector<double>& sums, int tokenCount)
{
    double mean = 0;
    for (const double sum : sums)
        mean += sum / (double(tokenCount) * double(sums.size()));
    std::vector<float> means;
    means.reserve(sums.size());
    for (const double sum : sums)
        means.push_back(float(sum / tokenCount + kLeastShare * mean));
    return means;
}

/// One tally for each value that a layer's products read.
std::vector<Tally> talliesOf(const Graph& graph, std::vector<std::pair<std::string, Value>>& observed)
{
    std::vector<Tally> tallies;
    for (const Operation& operation : graph.operations) {
        const auto* linear = std::get_if<LinearAttributes>(&operation.attributes);
        if (!linear || operation.layer < 0)
            continue;
        const Value input = operation.inputs[0];
        std::size_t at = 0;
        while (at < observed.size() && !(observed[at].second == input))
            ++at;
        if (at == observed.size()) {
            const auto columns = std::size_t(graph.width(input));
            observed.emplace_back(operation.name, input);
            tallies.push_back({ .tensors = {},
                .plain = std::vector<double>(columns),
                .rotated = std::vector<double>(std::size_t(paddedColumns(std::int64_t(columns)))) });
        }
        for (int i = 0; i < linear->matrixCount; ++i)
            tallies[at].tensors.push_back(
                graph.weights[std::size_t(operation.weights[std::size_t(i)].id)].tensor);
    }
    return tallies;
}

} // namespace

Result<Calibration> calibrate(
    std::shared_ptr<const LoadedModel> model, std::span<const TokenId> ids, std::stop_token stop)
{
    // loadModel makes no other kind.
    const auto& loaded = static_cast<const LoadedModelImplementation&>(*model);
    std::vector<std::pair<std::string, Value>> observed;
    std::vector<Tally> tallies = talliesOf(loaded.graph(), observed);
    const Program program = loaded.compileObserving(std::move(observed));
    ThreadPool pool(loaded.options().threadCount);
    auto runner = SequenceRunner::create(loaded, program, pool, kDefaultChunkSize);
    if (!runner)
        return std::unexpected(runner.error());
    if (auto checked = (*runner)->checkPrompt(ids); !checked)
        return std::unexpected(checked.error());
    std::vector<float> scratch;
    const auto chunkDone = [&](const SequenceRunner::Chunk& chunk) {
        const Executor& executor = (*runner)->executor();
        for (std::size_t i = 0; i < tallies.size(); ++i) {
            for (int row = 0; row < chunk.tokenCount; ++row)
                tallies[i].add(executor.observed(program.observed[i], row), loaded.kernels(), scratch);
        }
    };
    if (auto entered = (*runner)->enter(ids, {}, chunkDone, {}, stop); !entered)
        return std::unexpected(entered.error());

    Calibration calibration { .matrices = {}, .tokenCount = int(ids.size()) };
    for (const Tally& tally : tallies) {
        const Calibration::ColumnEnergy energy { meansOf(tally.plain, calibration.tokenCount),
            meansOf(tally.rotated, calibration.tokenCount) };
        for (const std::string& tensor : tally.tensors)
            calibration.matrices.emplace(tensor, energy);
    }
    return calibration;
}

} // namespace moru
