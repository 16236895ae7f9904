#include "tests/architectures/known_mistakes_experiment.h"

#include "engine/core/thread_pool.h"
#include "engine/kernels/dispatch.h"
#include "engine/program/compiler.h"
#include "engine/program/executor.h"
#include "engine/sampler/candidates.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

namespace moru::test {

namespace {

// Less than every golden's long prompt and no multiple of a window: chunks end inside windows.
constexpr int kChunkSize = 60;
constexpr int kGreedyTokens = 24;

template <typename T> std::vector<T> valuesOf(const TensorView& tensor)
{
    std::vector<T> values(tensor.bytes.size() / sizeof(T));
    std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
    return values;
}

/// A prompt's references.
struct Reference {
    std::vector<TokenId> ids;
    std::vector<int> positions; ///< Of the rows of `logits`; the last is the prompt's last.
    std::vector<float> logits; ///< [positions, vocabulary]
    std::vector<TokenId> greedyIds;
    double tolerance = 0;
};

Result<Reference> readReference(const std::filesystem::path& folder, const std::string& prompt)
{
    const auto file = SafeTensorsFile::open(folder / "reference.safetensors");
    if (!file)
        return std::unexpected(file.error());
    Reference reference;
    for (const TensorView& tensor : file->tensors()) {
        if (tensor.name == prompt + ".logits")
            reference.logits = valuesOf<float>(tensor);
        for (const auto& [name, values] :
            { std::pair(".input_ids", &reference.ids), std::pair(".logits_positions", &reference.positions),
                std::pair(".greedy_ids", &reference.greedyIds) }) {
            if (tensor.name == prompt + name)
                std::ranges::transform(valuesOf<std::int64_t>(tensor), std::back_inserter(*values),
                    [](std::int64_t value) { return int(value); });
        }
    }
    const auto json = nlohmann::json::parse(std::ifstream(folder / "reference.json"));
    reference.tolerance = json.at("prompts").at(prompt).at("tolerance").at("logits");
    if (reference.ids.empty() || reference.logits.empty() || reference.greedyIds.size() != kGreedyTokens)
        return failure(
            ErrorCode::InvalidRequest, folder.string(), "there are no references of the prompt {}", prompt);
    return reference;
}

Result<void> checkShapes(const Graph& graph, const Checkpoint& checkpoint)
{
    for (const WeightReference& weight : graph.weights) {
        const TensorView* tensor = checkpoint.find(weight.tensor);
        if (!tensor)
            return failure(ErrorCode::MissingTensor, weight.tensor, "is not there");
        if (tensor->shape != weight.shape)
            return failure(ErrorCode::WrongShape, weight.tensor, "its shape is {}", shapeText(tensor->shape));
    }
    return {};
}

double errorOf(std::span<const float> logits, std::span<const float> expected, double tolerance)
{
    double most = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double error = double(std::abs(logits[i] - expected[i])) / tolerance;
        if (!(error <= most)) // also for what is no number
            most = std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
    }
    return most;
}

/// Enters the prompt in chunks and holds the logits against the reference; gives the first greedy id.
TokenId enterPrompt(Executor& executor, SequenceState& state, const Reference& reference, Outcome& outcome)
{
    TokenId next = 0;
    std::size_t row = 0; // of the reference's logits
    const std::span<const TokenId> ids = reference.ids;
    for (std::size_t begin = 0; begin < ids.size(); begin += kChunkSize) {
        const auto chunk = ids.subspan(begin, std::min<std::size_t>(kChunkSize, ids.size() - begin));
        std::vector<int> wanted;
        for (const int position : reference.positions) {
            if (position >= int(begin) && position < int(begin + chunk.size()))
                wanted.push_back(position - int(begin));
        }
        executor.run(chunk, state, wanted, [&](std::span<const int> done) {
            for (int i = 0; i < int(done.size()); ++i, ++row) {
                const std::span<const float> logits = executor.logits(i);
                const auto expected = std::span(reference.logits).subspan(row * logits.size(), logits.size());
                outcome.logitsError
                    = std::max(outcome.logitsError, errorOf(logits, expected, reference.tolerance));
                outcome.isFinite = outcome.isFinite
                    && std::ranges::all_of(logits, [](float value) { return std::isfinite(value); });
                next = greedyChoice(logits).value_or(0);
            }
        });
    }
    return next;
}

bool decodesAsTheReference(
    Executor& executor, SequenceState& state, TokenId first, std::span<const TokenId> expected)
{
    TokenId id = first;
    for (const TokenId wanted : expected) {
        if (id != wanted)
            return false;
        constexpr int kOnlyRow = 0;
        executor.run(std::span(&id, 1), state, std::span(&kOnlyRow, 1));
        id = greedyChoice(executor.logits(0)).value_or(0);
    }
    return true;
}

} // namespace

Result<Outcome> runGolden(const std::filesystem::path& shared, const Mistake& mistake, Isa isa)
{
    const std::filesystem::path folder = shared / "goldens/models" / mistake.golden;
    const auto reference = readReference(folder, mistake.prompt);
    if (!reference)
        return std::unexpected(reference.error());
    const auto checkpoint = Checkpoint::open(folder);
    if (!checkpoint)
        return std::unexpected(checkpoint.error());
    auto model = recogniseModel(*checkpoint);
    if (!model)
        return std::unexpected(model.error());
    auto kernels = kernels::kernelsFor(isa);
    if (!kernels)
        return std::unexpected(kernels.error());

    if (mistake.config)
        mistake.config(model->config);
    Graph graph = model->architecture->buildGraph(model->config);
    if (mistake.graph)
        mistake.graph(graph);
    if (mistake.kernels)
        mistake.kernels(*kernels);
    if (auto fits = checkShapes(graph, *checkpoint); !fits)
        return std::unexpected(fits.error());
    ThreadPool pool(1); // these models are too small to share
    auto weights = bindWeights(graph, *checkpoint, { .precision = Precision::Exact }, Care::Fast, *kernels,
        pool, [](std::string_view, std::uint64_t, std::uint64_t) { }, {});
    if (!weights)
        return std::unexpected(weights.error());
    if (mistake.weights)
        mistake.weights(graph, *weights);
    Program program = compileProgram(std::move(graph), *weights, {});
    if (mistake.program)
        mistake.program(program);

    const int contextLength = int(reference->ids.size()) + kGreedyTokens;
    auto executor = Executor::create(program, *kernels, pool, kChunkSize, contextLength);
    if (!executor)
        return std::unexpected(executor.error());
    auto state = SequenceState::create({ .caches = program.caches,
        .convolutions = program.convolutionStates,
        .deltas = program.deltaStates,
        .contextLength = contextLength,
        .chunkSize = kChunkSize });
    if (!state)
        return std::unexpected(state.error());

    Outcome outcome;
    if (mistake.beforePrompt)
        mistake.beforePrompt(program, *state);
    const TokenId first = enterPrompt(*executor, *state, *reference, outcome);
    if (mistake.beforeDecoding)
        mistake.beforeDecoding(program, *state);
    outcome.hasReferenceIds = decodesAsTheReference(*executor, *state, first, reference->greedyIds);
    return outcome;
}

} // namespace moru::test
