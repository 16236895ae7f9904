#include "engine/session/forward_pass.h"

#include "engine/sampler/candidates.h"
#include "engine/session/limits.h"
#include "engine/session/sequence_runner.h"

#include <algorithm>

#include <fmt/core.h>

namespace moru {

namespace {

using NamedValues = std::vector<std::pair<std::string, Value>>;

/// hidden.00 … hidden.NN: the residual stream between layers; the last leaves the last layer.
void addHidden(const Graph& graph, NamedValues& values)
{
    for (std::size_t layer = 0; layer < graph.layerInputs.size(); ++layer)
        values.emplace_back(fmt::format("hidden.{:02}", layer), graph.layerInputs[layer]);
}

void addOperations(const Graph& graph, int layer, NamedValues& values)
{
    for (const Operation& operation : graph.operations) {
        if (operation.layer == layer && operation.outputs.size() == 1)
            values.emplace_back(fmt::format("op.{:02}.{}", layer, operation.name), operation.outputs[0]);
    }
}

std::optional<Value> finalNorm(const Graph& graph)
{
    for (const Operation& operation : graph.operations) {
        if (operation.name == "final_norm")
            return operation.outputs[0];
    }
    return std::nullopt;
}

/// Copies observed values out of the arenas, pass by pass.
class Recorder {
public:
    Recorder(const ForwardRequest& request, const Program& program, const std::vector<int>& positions)
        : program_(&program)
        , positions_(&positions)
    {
        logits_ = { "logits", { std::int64_t(positions.size()), program.vocabularySize }, {} };
        for (const ObservedValue& value : program.observed) {
            const bool isOperation = value.name.starts_with("op.");
            const auto rows = std::int64_t(isOperation ? request.ids.size() : positions.size());
            tensors_.push_back({ value.name, { rows, value.operand.width }, {} });
            tensors_.back().values.reserve(std::size_t(rows * value.operand.width));
        }
    }

    /// A chunk of the body is done: operations keep every row, hidden states the wanted ones.
    void chunkDone(const Executor& executor, const SequenceRunner::Chunk& chunk)
    {
        for (std::size_t i = 0; i < tensors_.size(); ++i) {
            const ObservedValue& value = program_->observed[i];
            if (value.operand.isInHead)
                continue;
            const bool isOperation = value.name.starts_with("op.");
            for (int row = 0; row < chunk.tokenCount; ++row) {
                if (isOperation || std::ranges::binary_search(*positions_, chunk.firstPosition + row))
                    append(tensors_[i], executor.observed(value, row));
            }
        }
    }

    /// A run of the head is done; `row` is one of its wanted rows.
    void rowDone(const Executor& executor, int row)
    {
        append(logits_, executor.logits(row));
        argmax_.push_back(greedyChoice(executor.logits(row)).value_or(0));
        for (std::size_t i = 0; i < tensors_.size(); ++i) {
            if (program_->observed[i].operand.isInHead)
                append(tensors_[i], executor.observed(program_->observed[i], row));
        }
    }

    void addStates(const Program& program, const SequenceState& state, int layer)
    {
        for (std::size_t i = 0; i < program.deltaStates.size(); ++i) {
            const DeltaStateSpecification& delta = program.deltaStates[i];
            if (delta.layer == layer)
                addState(layer, "final_state", { delta.valueHeads, delta.keyDim, delta.valueDim },
                    state.deltaState(int(i)));
        }
        for (std::size_t i = 0; i < program.convolutionStates.size(); ++i) {
            const ConvolutionStateSpecification& convolution = program.convolutionStates[i];
            if (convolution.layer == layer)
                addState(layer, "conv_state", { convolution.taps - 1, convolution.channels },
                    state.convolutionState(int(i)));
        }
    }

    void moveInto(ForwardResult& result)
    {
        result.positions = *positions_;
        result.argmax = std::move(argmax_);
        result.tensors = std::move(tensors_);
        result.tensors.push_back(std::move(logits_));
    }

private:
    static void append(NamedTensor& tensor, std::span<const float> row)
    {
        tensor.values.insert(tensor.values.end(), row.begin(), row.end());
    }

    void addState(int layer, std::string_view name, std::vector<std::int64_t> shape, const float* values)
    {
        std::int64_t count = 1;
        for (const std::int64_t extent : shape)
            count *= extent;
        tensors_.push_back(
            { fmt::format("op.{:02}.{}", layer, name), std::move(shape), { values, values + count } });
    }

    const Program* program_;
    const std::vector<int>* positions_;
    std::vector<NamedTensor> tensors_; ///< As program.observed, then states.
    NamedTensor logits_;
    std::vector<TokenId> argmax_;
};

Result<std::vector<int>> checkPositions(const ForwardRequest& request)
{
    std::vector<int> positions = request.positions;
    if (positions.empty())
        positions.push_back(int(request.ids.size()) - 1);
    std::ranges::sort(positions);
    positions.erase(std::ranges::unique(positions).begin(), positions.end());
    if (positions.front() < 0 || positions.back() >= int(request.ids.size()))
        return failure(ErrorCode::InvalidRequest, "positions", "a position lies outside the {} tokens",
            request.ids.size());
    return positions;
}

Result<void> decodeGreedily(
    SequenceRunner& runner, TokenId first, int count, std::vector<TokenId>& ids, const std::stop_token& stop)
{
    TokenId id = first;
    while (int(ids.size()) < count) {
        ids.push_back(id);
        if (int(ids.size()) == count)
            break;
        if (stop.stop_requested())
            return failure(ErrorCode::Cancelled, "greedy", "stopped after {} tokens", ids.size());
        if (runner.remainingContext() < 1)
            return failure(
                ErrorCode::ContextFull, "greedy", "the context is full after {} tokens", ids.size());
        if (auto entered = runner.enterToken(id); !entered)
            return entered;
        id = greedyChoice(runner.logits()).value_or(0);
    }
    return {};
}

} // namespace

Result<ForwardResult> runForward(const LoadedModelImplementation& model, ThreadPool& pool,
    const ForwardRequest& request, const std::stop_token& stop)
{
    if (request.operationsOfLayer
        && (*request.operationsOfLayer < 0 || *request.operationsOfLayer >= model.description().layerCount))
        return failure(ErrorCode::InvalidRequest, "operations", "the model has layers 0 to {}",
            model.description().layerCount - 1);
    if (request.chunkSize < 0 || request.chunkSize > kLargestChunkSize)
        return failure(ErrorCode::InvalidRequest, "chunk", "a chunk has 1 to {} tokens", kLargestChunkSize);
    NamedValues observed;
    if (request.keepHidden) {
        addHidden(model.graph(), observed);
        if (const auto norm = finalNorm(model.graph()))
            observed.emplace_back("hidden.norm", *norm);
    }
    if (request.operationsOfLayer)
        addOperations(model.graph(), *request.operationsOfLayer, observed);
    const Program program = model.compileObserving(std::move(observed));

    const int chunkSize = request.chunkSize > 0 ? request.chunkSize : kDefaultChunkSize;
    auto runner = SequenceRunner::create(model, program, pool, chunkSize);
    if (!runner)
        return std::unexpected(runner.error());
    if (auto checked = (*runner)->checkPrompt(request.ids); !checked)
        return std::unexpected(checked.error());
    auto positions = checkPositions(request);
    if (!positions)
        return std::unexpected(positions.error());

    // Greedy decoding starts from the last position, whatever positions were asked for.
    std::vector<int> wanted = *positions;
    const int last = int(request.ids.size()) - 1;
    if (wanted.back() != last)
        wanted.push_back(last);
    Recorder recorder(request, program, *positions);
    TokenId next = 0;
    const Executor& executor = (*runner)->executor();
    auto entered = (*runner)->enter(
        request.ids, wanted, [&](const SequenceRunner::Chunk& chunk) { recorder.chunkDone(executor, chunk); },
        [&](int position, int row) {
            if (position == last)
                next = greedyChoice(executor.logits(row)).value_or(0);
            if (std::ranges::binary_search(*positions, position))
                recorder.rowDone(executor, row);
        },
        stop);
    if (!entered)
        return std::unexpected(entered.error());
    if (request.operationsOfLayer)
        recorder.addStates(program, (*runner)->state(), *request.operationsOfLayer);

    ForwardResult result;
    if (auto decoded = decodeGreedily(**runner, next, request.greedyTokens, result.greedyIds, stop); !decoded)
        return std::unexpected(decoded.error());
    recorder.moveInto(result);
    return result;
}

} // namespace moru
