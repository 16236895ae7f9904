#pragma once

#include "engine/core/thread_pool.h"
#include "engine/kv_cache/sequence_state.h"
#include "engine/program/executor.h"
#include "engine/session/loaded_model.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace moru {

/// One sequence on one program: which ids are in it, and entering more of them. What every kind of request
/// shares.
class SequenceRunner {
public:
    /// `program` belongs to `model` or was compiled from it; both must outlive the runner. `contextLength`:
    /// unset is the model's. Errors: OutOfMemory.
    [[nodiscard]] static Result<std::unique_ptr<SequenceRunner>> create(
        const LoadedModelImplementation& model, const Program& program, ThreadPool& pool, int chunkSize,
        std::optional<int> contextLength = std::nullopt);

    /// Has the memory of the activations and of the first positions made resident, so that the first prompt
    /// does not wait for it: the system clears each page before it gives it.
    void makeResident(ThreadPool& pool, int positions);

    /// Errors: InvalidRequest (nothing to enter), TokenOutOfRange, ContextFull.
    [[nodiscard]] Result<void> checkPrompt(std::span<const TokenId> ids) const;

    /// Returns to the longest prefix of `ids` that is remembered, leaving at least one id to enter, and gives
    /// its length.
    int reusePrefix(std::span<const TokenId> ids);
    void clear();

    struct Chunk {
        int firstPosition = 0;
        int tokenCount = 0;
        bool hasLogits = false;
    };
    using ChunkObserver = std::function<void(const Chunk&)>;
    using RowObserver
        = std::function<void(int position, int row)>; ///< `row` is valid for logits() and observed().

    /// Enters ids in chunks. `wanted` are rising indices into ids whose logits are made; the observers hear
    /// each such row, and each chunk when it is done. Errors: Cancelled, FileChanged. What was entered stays
    /// entered.
    [[nodiscard]] Result<void> enter(std::span<const TokenId> ids, std::span<const int> wanted,
        const ChunkObserver& chunkDone, const RowObserver& rowDone, const std::stop_token& stop);

    /// Enters ids and makes the logits of the last. The last id enters alone in models with recurrent states,
    /// so that a snapshot just before it lets the same prompt be answered again.
    [[nodiscard]] Result<void> enterPrompt(
        std::span<const TokenId> ids, const ChunkObserver& chunkDone, const std::stop_token& stop);
    /// Enters one id and makes its logits. Errors: TokenOutOfRange (an id that was not chosen from logits may
    /// be any that the tokenizer knows), FileChanged.
    [[nodiscard]] Result<void> enterToken(TokenId id);

    [[nodiscard]] std::span<const float> logits(int row = 0) const { return executor_.logits(row); }
    [[nodiscard]] const Executor& executor() const { return executor_; }
    [[nodiscard]] SequenceState& state() { return state_; }
    [[nodiscard]] const SequenceState& state() const { return state_; }
    [[nodiscard]] std::span<const TokenId> ids() const { return ids_; }
    [[nodiscard]] int remainingContext() const { return state_.contextLength() - state_.length(); }

private:
    [[nodiscard]] Result<void> checkIds(std::span<const TokenId> ids) const;
    SequenceRunner(const LoadedModelImplementation& model, SequenceState state, Executor executor);

    const LoadedModelImplementation* model_;
    SequenceState state_;
    Executor executor_;
    std::vector<TokenId> ids_; ///< In the sequence, one for each remembered position.
};

} // namespace moru
