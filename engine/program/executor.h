#pragma once

#include "engine/api/error.h"
#include "engine/api/tokenizer.h"
#include "engine/core/aligned_buffer.h"
#include "engine/core/thread_pool.h"
#include "engine/kernels/kernel_table.h"
#include "engine/kv_cache/sequence_state.h"
#include "engine/profiler/pass_recorder.h"
#include "engine/program/program.h"
#include "engine/program/recipe.h"
#include "engine/program/team_size.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace moru {

/// Runs a program over one sequence. Owns the arenas; nothing is allocated once it is made.
class Executor {
public:
    /// Rows of logits that one run of the head makes; more wanted rows run it again.
    static constexpr int kMaxHeadRows = 8;

    /// `program`, `kernels` and `pool` must outlive the executor. Errors: OutOfMemory.
    [[nodiscard]] static Result<Executor> create(const Program& program, const kernels::KernelTable& kernels,
        ThreadPool& pool, int chunkSize, int contextLength);
    /// Bytes that `create` would reserve.
    [[nodiscard]] static std::uint64_t bytesFor(
        const Program& program, int chunkSize, int contextLength, int threadCount);

    /// Called after each run of the head: rows of the chunk that were wanted, then their logits
    /// [rows, vocabulary] through `logits()`.
    using RowsObserver = std::function<void(std::span<const int> rows)>;

    /// Enters `ids` (at most chunkSize) as the next tokens of the sequence, and makes the logits of
    /// `wantedRows` (rising indices into ids; may be empty).
    void run(std::span<const TokenId> ids, SequenceState& sequence, std::span<const int> wantedRows,
        const RowsObserver& observer = {});

    /// Of the last run of the head. Shape: [vocabulary].
    [[nodiscard]] std::span<const float> logits(int row) const;
    /// An observed value of the last run: of a token of the body, or of a wanted row of the head.
    [[nodiscard]] std::span<const float> observed(const ObservedValue& value, int row) const;

    [[nodiscard]] std::array<std::span<const std::byte>, 4> memory() const; ///< Arenas and scratch.
    [[nodiscard]] int chunkSize() const { return chunkSize_; }
    [[nodiscard]] const PassRecorder& recorder() const { return recorder_; }
    [[nodiscard]] StepCost costOf(int step) const; ///< Of the last run.
    [[nodiscard]] bool metAfter(int step) const; ///< In the last run.

private:
    Executor(const Program& program, ThreadPool& pool);
    void prepare(std::span<const TokenId> ids, SequenceState& sequence);
    [[nodiscard]] Arena arenaFor(
        const AlignedBuffer& memory, const ArenaColumns& columns, std::int64_t rows, std::int64_t most) const;
    void runSteps(int begin, int end);
    std::uint64_t runStep(const Step& step, int worker, std::int64_t& waitedNs);

    const Program* program_;
    ThreadPool* pool_;
    AlignedBuffer bodyArena_;
    AlignedBuffer headArena_;
    AlignedBuffer scratchMemory_;
    AlignedBuffer partMemory_;
    std::vector<float*> scratch_;
    std::vector<WorkQueue> queues_;
    std::vector<RopeAngles> ropes_;
    std::vector<std::vector<kernels::VisibleRange>> visible_;
    StepContext context_;
    PassRecorder recorder_;
    TeamSize team_; ///< That decodes.
    std::vector<std::int64_t> waitedNs_; ///< In the last run of steps, by worker.
    int chunkSize_ = 0;
    int headBegin_ = 0; ///< First step that runs on wanted rows.
};

} // namespace moru
