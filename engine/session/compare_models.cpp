#include "engine/api/session.h"

#include "engine/quantization/quantisation_error.h"
#include "engine/session/limits.h"
#include "engine/session/side_by_side.h"

#include <cmath>

#include <fmt/core.h>

namespace moru {

namespace {

static_assert(kDecodingTokens == kFewTokens, "what api/ promises of few tokens");

/// Sums of squares of what leaves each layer, of the reference and of the difference to it.
class LayerTally {
public:
    void add(const Executor& reference, const Program& ofReference, const Executor& model,
        const Program& ofModel, int rows)
    {
        sums_.resize(ofReference.observed.size());
        for (std::size_t layer = 0; layer < sums_.size(); ++layer) {
            for (int row = 0; row < rows; ++row) {
                const auto a = reference.observed(ofReference.observed[layer], row);
                const auto b = model.observed(ofModel.observed[layer], row);
                for (std::size_t i = 0; i < a.size(); ++i) {
                    sums_[layer].energy += double(a[i]) * double(a[i]);
                    sums_[layer].squaredError += std::pow(double(b[i]) - double(a[i]), 2);
                }
            }
        }
    }

    [[nodiscard]] std::vector<double> errors() const
    {
        std::vector<double> errors;
        for (const QuantisationError& sum : sums_)
            errors.push_back(sum.relative());
        return errors;
    }

private:
    std::vector<QuantisationError> sums_;
};

using NamedValues = std::vector<std::pair<std::string, Value>>;

/// The residual stream as it leaves each layer.
NamedValues leavingLayers(const Graph& graph)
{
    NamedValues values;
    for (std::size_t layer = 1; layer < graph.layerInputs.size(); ++layer)
        values.emplace_back(fmt::format("hidden.{:02}", layer), graph.layerInputs[layer]);
    return values;
}

using Runner = std::unique_ptr<SequenceRunner>;

/// Errors: InvalidRequest for models or ids that cannot be compared; as SequenceRunner::checkPrompt.
Result<void> checkComparable(
    const LoadedModel& reference, const LoadedModel& model, std::span<const TokenId> ids)
{
    const int vocabulary = reference.description().vocabularySize;
    if (model.description().vocabularySize != vocabulary)
        return failure(ErrorCode::InvalidRequest, "compare", "the vocabularies have {} and {} rows",
            vocabulary, model.description().vocabularySize);
    const ModelDescription& a = reference.description();
    const ModelDescription& b = model.description();
    if (a.layerCount != b.layerCount || a.hiddenSize != b.hiddenSize)
        return failure(ErrorCode::InvalidRequest, "compare", "the models have {} layers of {} and {} of {}",
            a.layerCount, a.hiddenSize, b.layerCount, b.hiddenSize);
    if (ids.size() < 2)
        return failure(
            ErrorCode::InvalidRequest, "compare", "a text of {} tokens is too short to compare", ids.size());
    return {};
}

} // namespace

Result<ModelDamage> measureDamage(std::shared_ptr<const LoadedModel> reference,
    std::shared_ptr<const LoadedModel> model, std::span<const TokenId> ids, const DamageRequest& request,
    std::stop_token stop)
{
    if (auto comparable = checkComparable(*reference, *model, ids); !comparable)
        return std::unexpected(comparable.error());
    if (request.chunkSizes.empty())
        return failure(ErrorCode::InvalidRequest, "compare", "no size of chunks is asked for");
    // loadModel makes no other kind.
    const auto& a = static_cast<const LoadedModelImplementation&>(*reference);
    const auto& b = static_cast<const LoadedModelImplementation&>(*model);
    const Program ofReference
        = a.compileObserving(request.byLayer ? leavingLayers(a.graph()) : NamedValues());
    const Program ofModel = b.compileObserving(request.byLayer ? leavingLayers(b.graph()) : NamedValues());
    ThreadPool pool(a.options().threadCount);
    std::vector<Runner> runners;
    const auto add = [&](const LoadedModelImplementation& loaded, const Program& program,
                         int chunkSize) -> Result<void> {
        auto runner = SequenceRunner::create(loaded, program, pool, chunkSize);
        if (!runner)
            return std::unexpected(runner.error());
        runners.push_back(std::move(*runner));
        return runners.back()->checkPrompt(ids);
    };
    auto created = add(a, ofReference, kDefaultChunkSize);
    for (const int chunkSize : request.chunkSizes) {
        if (created)
            created = add(b, ofModel, chunkSize == 0 ? kDefaultChunkSize : chunkSize);
    }
    if (!created)
        return std::unexpected(created.error());

    LayerTally layers;
    std::vector<SideBySide::Entrant> entrants;
    for (std::size_t i = 1; i < runners.size(); ++i)
        entrants.push_back({ .runner = runners[i].get() });
    entrants.front().logitsDone = request.observer;
    if (request.byLayer) {
        entrants.front().chunkDone = [&](const SequenceRunner::Chunk& chunk) {
            layers.add(
                runners[0]->executor(), ofReference, runners[1]->executor(), ofModel, chunk.tokenCount);
        };
    }
    SideBySide comparison(*runners.front(), std::move(entrants));
    if (auto run = comparison.run(ids, std::size_t(a.description().vocabularySize), stop); !run)
        return std::unexpected(run.error());
    ModelDamage damage;
    for (std::size_t i = 0; i < request.chunkSizes.size(); ++i)
        damage.logits.push_back(comparison.result(i));
    damage.layerErrors = layers.errors();
    return damage;
}

Result<LogitsComparison> compareModels(std::shared_ptr<const LoadedModel> reference,
    std::shared_ptr<const LoadedModel> model, std::span<const TokenId> ids, std::stop_token stop,
    const LogitsObserver& observer)
{
    const auto damage = measureDamage(
        std::move(reference), std::move(model), ids, { .observer = observer }, std::move(stop));
    if (!damage)
        return std::unexpected(damage.error());
    return damage->logits.front();
}

} // namespace moru
