#include "engine/session/sequence_runner.h"

#include <algorithm>

namespace moru {

SequenceRunner::SequenceRunner(const LoadedModelImplementation& model, SequenceState state, Executor executor)
    : model_(&model)
    , state_(std::move(state))
    , executor_(std::move(executor))
{
}

Result<std::unique_ptr<SequenceRunner>> SequenceRunner::create(const LoadedModelImplementation& model,
    const Program& program, ThreadPool& pool, int chunkSize, std::optional<int> contextLength)
{
    const LoadOptions& options = model.options();
    const int length = contextLength.value_or(options.contextLength);
    auto state = SequenceState::create({ .caches = program.caches,
        .convolutions = program.convolutionStates,
        .deltas = program.deltaStates,
        .contextLength = length,
        .chunkSize = chunkSize,
        .kvFormat = options.kvFormat.value_or(defaultKvFormat(options.precision)) });
    if (!state)
        return std::unexpected(state.error());
    auto executor = Executor::create(program, model.kernels(), pool, chunkSize, length);
    if (!executor)
        return std::unexpected(executor.error());
    return std::unique_ptr<SequenceRunner>(
        new SequenceRunner(model, std::move(*state), std::move(*executor)));
}

void SequenceRunner::makeResident(ThreadPool& pool, int positions)
{
    constexpr std::size_t kPieceBytes = std::size_t { 2 } << 20U; // a huge page
    std::vector<std::span<const std::byte>> pieces;
    const auto cut = [&](std::span<const std::byte> memory) {
        for (std::size_t begin = 0; begin < memory.size(); begin += kPieceBytes)
            pieces.push_back(memory.subspan(begin, std::min(kPieceBytes, memory.size() - begin)));
    };
    std::ranges::for_each(state_.memoryOf(positions), cut);
    std::ranges::for_each(executor_.memory(), cut);
    pool.run([&](int worker) {
        for (auto i = std::size_t(worker); i < pieces.size(); i += std::size_t(pool.threadCount()))
            moru::makeResident(pieces[i]);
    });
}

Result<void> SequenceRunner::checkPrompt(std::span<const TokenId> ids) const
{
    if (ids.empty())
        return failure(ErrorCode::InvalidRequest, "prompt", "there are no tokens to start from");
    if (auto checked = checkIds(ids); !checked)
        return checked;
    if (std::int64_t(ids.size()) > state_.contextLength())
        return failure(ErrorCode::ContextFull, "prompt", "the prompt has {} tokens, the context holds {}",
            ids.size(), state_.contextLength());
    return {};
}

Result<void> SequenceRunner::checkIds(std::span<const TokenId> ids) const
{
    const int rows = model_->description().vocabularySize;
    for (const TokenId id : ids) {
        if (id < 0 || id >= rows)
            return failure(ErrorCode::TokenOutOfRange, model_->description().folder.string(),
                "token id {} has no row in the embedding, which has {}", id, rows);
    }
    return {};
}

int SequenceRunner::reusePrefix(std::span<const TokenId> ids)
{
    const std::size_t most = std::min(ids_.size(), ids.size() - 1);
    const auto difference
        = std::mismatch(ids_.begin(), ids_.begin() + std::ptrdiff_t(most), ids.begin()).first;
    const int reusable = state_.reusablePrefix(int(difference - ids_.begin()));
    state_.rewind(reusable);
    ids_.resize(std::size_t(reusable));
    return reusable;
}

void SequenceRunner::clear()
{
    state_.clear();
    ids_.clear();
}

Result<void> SequenceRunner::enter(std::span<const TokenId> ids, std::span<const int> wanted,
    const ChunkObserver& chunkDone, const RowObserver& rowDone, const std::stop_token& stop)
{
    std::vector<int> rows;
    auto nextWanted = wanted.begin();
    for (std::size_t begin = 0; begin < ids.size();) {
        if (stop.stop_requested())
            return failure(
                ErrorCode::Cancelled, "prompt", "stopped after {} of {} tokens", begin, ids.size());
        const auto chunk
            = ids.subspan(begin, std::min(ids.size() - begin, std::size_t(executor_.chunkSize())));
        const int firstPosition = state_.length();
        rows.clear();
        for (; nextWanted != wanted.end() && std::size_t(*nextWanted) < begin + chunk.size(); ++nextWanted)
            rows.push_back(*nextWanted - int(begin));
        executor_.run(chunk, state_, rows, [&](std::span<const int> done) {
            for (std::size_t row = 0; rowDone && row < done.size(); ++row)
                rowDone(firstPosition + done[row], int(row));
        });
        if (auto intact = model_->checkpoint().damage(); !intact) {
            clear(); // what was computed from zeros must not be reused
            return intact;
        }
        ids_.insert(ids_.end(), chunk.begin(), chunk.end());
        begin += chunk.size();
        if (chunkDone)
            chunkDone({ firstPosition, int(chunk.size()), !rows.empty() });
    }
    return {};
}

Result<void> SequenceRunner::enterPrompt(
    std::span<const TokenId> ids, const ChunkObserver& chunkDone, const std::stop_token& stop)
{
    const bool isRecurrent = model_->description().recurrentStateBytes > 0;
    if (isRecurrent && ids.size() > 1) {
        if (auto entered = enter(ids.first(ids.size() - 1), {}, chunkDone, {}, stop); !entered)
            return entered;
        ids = ids.last(1);
    }
    if (isRecurrent)
        state_.takeSnapshot();
    const int last = int(ids.size()) - 1;
    return enter(ids, std::span(&last, 1), chunkDone, {}, stop);
}

Result<void> SequenceRunner::enterToken(TokenId id)
{
    if (auto checked = checkIds(std::span(&id, 1)); !checked)
        return checked;
    constexpr int kOnlyRow = 0;
    return enter(std::span(&id, 1), std::span(&kOnlyRow, 1), {}, {}, {});
}

} // namespace moru
