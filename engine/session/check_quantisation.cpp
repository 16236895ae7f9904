#include "engine/session/check_quantisation.h"

#include "engine/core/mapped_file.h"
#include "engine/program/recipes/recipes.h"
#include "engine/session/side_by_side.h"

#include <algorithm>

namespace moru {

namespace {

/// Enough for a mean that tells a broken model from a sound one, and few enough to add a second to the load
/// of 1.7 billion weights. More than decoding takes at once, so that inputs have the bits they have in
/// prompts.
constexpr std::size_t kCheckedTokens = 64;
constexpr std::size_t kFewestTokens = 8;

constexpr std::string_view kText
    = "The river had risen during the night, and by morning the lower fields were under water. We "
      "carried the sacks upstairs one by one.\n\nint count(const char* text) {\n    int n = 0;\n    while "
      "(*text++)\n"
      "        ++n;\n    return n;\n}\n\n어제는 비가 많이 와서 하루 종일 집에 있었다. 저녁에는 "
      "친구에게 긴 편지를 썼다. In 1969, three people flew to the Moon.";

/// Gives a stored matrix's pages back to the system. Stands behind the step that multiplied with it.
void releaseMatrices(const Step& step, const StepContext& /*context*/, int worker)
{
    if (worker != 0)
        return;
    for (const BoundMatrix& matrix : step.matrices) {
        const auto bytes = std::size_t(matrix.rows * matrix.columns) * dtypeBytes(matrix.dtype);
        releasePages({ static_cast<const std::byte*>(matrix.stored.data), bytes });
    }
}

const Recipe releaseRecipe { Partition::Rows, releaseMatrices, noCost };

bool readsStored(const Step& step)
{
    return step.layer >= 0 && !step.matrices.empty()
        && std::ranges::all_of(
            step.matrices, [](const BoundMatrix& m) { return m.format == WeightFormat::AsStored; });
}

/// So that a check needs no more memory than the load before it.
void releaseAfterUse(Program& program)
{
    std::vector<Step> steps;
    for (Step& step : program.steps) {
        Step release;
        if (readsStored(step)) {
            release.recipe = &releaseRecipe;
            release.name = "release";
            release.layer = step.layer;
            release.role = step.role;
            release.matrices = step.matrices;
            release.isInHead = step.isInHead;
        }
        steps.push_back(std::move(step));
        if (release.recipe)
            steps.push_back(std::move(release));
    }
    program.steps = std::move(steps);
}

} // namespace

std::vector<TokenId> idsToCheck(const LoadedModelImplementation& model)
{
    const LoadOptions& options = model.options();
    if (options.precision == Precision::Exact || options.scheme)
        return {};
    std::vector<TokenId> ids;
    if (options.rules.checkIds)
        ids = *options.rules.checkIds;
    else if (model.tokenizer())
        ids = model.tokenizer()->encode(kText, { .readControlTokens = false, .addSpecialTokens = true });
    ids.resize(std::min({ ids.size(), kCheckedTokens, std::size_t(options.contextLength) }));
    const int vocabulary = model.description().vocabularySize;
    const bool isEntered = std::ranges::all_of(ids, [&](TokenId id) { return id >= 0 && id < vocabulary; });
    return isEntered && ids.size() >= kFewestTokens ? ids : std::vector<TokenId>();
}

double meanKlBar(const LoadedModelImplementation& model)
{
    const LoadOptions& options = model.options();
    if (options.rules.meanKlBar)
        return *options.rules.meanKlBar;
    if (options.precision == Precision::Int4)
        return 0.035;
    return model.description().family.starts_with("gemma") ? 0.008 : 0.002;
}

Result<std::optional<double>> measureMeanKl(const LoadedModelImplementation& model,
    std::span<const TokenId> ids, ThreadPool& pool, const std::stop_token& stop)
{
    const auto length = int(ids.size());
    BoundWeights stored;
    Program program = model.compileLayersAsStored(stored);
    releaseAfterUse(program);
    auto reference = SequenceRunner::create(model, program, pool, length, length);
    if (!reference)
        return std::unexpected(reference.error());
    auto quantised = SequenceRunner::create(model, model.program(), pool, length, length);
    if (!quantised)
        return std::unexpected(quantised.error());
    SideBySide comparison(**reference, { { .runner = quantised->get() } });
    if (auto run = comparison.run(ids, std::size_t(model.description().vocabularySize), stop); !run)
        return std::unexpected(run.error());
    const LogitsComparison result = comparison.result(0);
    const bool isText = !model.options().rules.checkIds;
    if (isText && !(result.referencePerplexity < model.description().vocabularySize))
        return std::nullopt;
    return result.meanKl;
}

} // namespace moru
