#pragma once

#include "engine/api/kv_format.h"
#include "engine/api/tokenizer.h"
#include "engine/core/work_queue.h"
#include "engine/kernels/kernel_table.h"
#include "engine/kv_cache/sequence_state.h"
#include "engine/program/program.h"

#include <cstdint>
#include <span>
#include <vector>

namespace moru {

/// Cosines and sines of one RoPE table for the tokens at hand, [tokens, rotaryDim / 2] each.
struct RopeAngles {
    std::vector<float> cosine;
    std::vector<float> sine;
    std::int64_t pairs = 0;
};

/// At most so many tokens (or wanted rows) are few: a step of decoding. Every worker then makes norms, sums
/// and the like for itself rather than wait for the others.
inline constexpr int kFewRows = 4;

/// Memory of the body's or the head's values in one pass.
struct Arena {
    float* shared = nullptr;
    float* own = nullptr; ///< Private values of worker 0.
    std::int64_t ownStride
        = 0; ///< Floats to the next worker's; 0 where rows are many and one copy serves all.
    std::int64_t rows = 0; ///< Rows that every buffer has room for.
    bool hasFewRows = false;
};

/// What changes from pass to pass. Workers read it; only their own buffers and rows are written.
struct StepContext {
    const kernels::KernelTable* kernels = nullptr;
    Arena body;
    Arena head;
    int tokenCount = 0;
    int firstPosition = 0;
    const TokenId* ids = nullptr; ///< [tokenCount]
    std::span<const int> wantedRows; ///< Rows of the chunk that logits are wanted for, rising.
    SequenceState* sequence = nullptr; ///< Null where costs alone are asked for.
    KvFormat kvFormat = KvFormat::Float32; ///< Of all the sequence's caches.
    std::span<const RopeAngles> ropes; ///< By table.
    std::span<const std::vector<kernels::VisibleRange>> visible; ///< By cache: [tokenCount].
    std::span<float* const> scratch; ///< By worker.
    float* parts = nullptr; ///< Of a step that leaves parts: partFloats.
    std::span<WorkQueue> queues; ///< By Step::queue. Every step has its own: the fast may be a step ahead.
    int workerCount = 1;

    /// First row of an operand as `worker` sees it.
    [[nodiscard]] float* at(const Operand& operand, int worker) const
    {
        const Arena& arena = operand.isInHead ? head : body;
        float* base = operand.isPrivate ? arena.own + worker * arena.ownStride : arena.shared;
        return base + operand.column * arena.rows + operand.offset;
    }
    /// Rows that the operand's arena is made for.
    [[nodiscard]] std::int64_t rowsOf(const Operand& operand) const
    {
        return operand.isInHead ? head.rows : body.rows;
    }
    [[nodiscard]] std::int64_t tokensOf(const Step& step) const
    {
        return step.isInHead ? std::int64_t(wantedRows.size()) : tokenCount;
    }
    [[nodiscard]] kernels::Activations activations(const Step& step, const Operand& operand, int worker) const
    {
        return { at(operand, worker), operand.stride, tokensOf(step) };
    }
    [[nodiscard]] bool hasFewRows(const Step& step) const
    {
        return step.isInHead ? head.hasFewRows : body.hasFewRows;
    }
    /// Every worker makes in the layer's projections what its own heads need, and no more.
    [[nodiscard]] bool dividesProjectionsByHeads(const Step& step) const
    {
        return hasFewRows(step) && step.layerHeads % workerCount == 0;
    }
    [[nodiscard]] bool meetsAfter(const Step& step) const
    {
        if (!hasFewRows(step))
            return step.barriers.manyRows;
        return dividesProjectionsByHeads(step) ? step.barriers.fewRowsByHeads : step.barriers.fewRows;
    }
};

/// How a step's work is divided among workers where rows are many. Two steps in a row that divide by tokens
/// touch the same rows, so no barrier is needed between them. Where rows are few, a step that divides by
/// tokens is done by every worker for itself, or by heads (Step::units).
enum class Partition { Tokens, Rows, Heads, Channels };

struct StepCost {
    std::int64_t bytesRead = 0; ///< Weights and cache.
    std::int64_t operations = 0;
};

/// How one operation is carried out: its share of the work for one worker, and what it costs.
struct Recipe {
    Partition partition = Partition::Tokens;
    void (*run)(const Step& step, const StepContext& context, int worker) = nullptr;
    StepCost (*cost)(const Step& step, const StepContext& context) = nullptr;
    bool hasQueue = false; ///< Workers take pieces from a queue, rather than fixed shares.
    /// Whether in this pass all workers meet before `run`, which leaves parts, and before `join`, which makes
    /// them whole.
    bool (*leavesParts)(const Step& step, const StepContext& context) = nullptr;
    void (*join)(const Step& step, const StepContext& context, int worker) = nullptr;
};

/// The recipe of an operation kind; one file each in recipes/.
[[nodiscard]] const Recipe& recipeFor(const Attributes& attributes);

/// Floats of scratch that a worker needs at most for any recipe of a program.
[[nodiscard]] std::int64_t scratchFloats(const Program& program, int chunkSize);

/// Floats of StepContext::parts that any recipe of a program needs at most.
[[nodiscard]] std::int64_t partFloats(const Program& program, int contextLength);

/// Whether in a pass of few rows an output of a projection is made by heads: all are where the workers'
/// number divides the layer's heads (`divides`), else only those with fewer heads than another, keys and
/// values.
[[nodiscard]] bool isMadeByHeads(const Step& step, std::size_t output, bool divides);

/// What one worker does of a step that divides by tokens: some tokens, and of each some parts of its columns.
struct Share {
    kernels::Range tokens;
    kernels::Range units { 0, 1 };
    std::int64_t unitCount = 1;

    /// The columns of a value of this width.
    [[nodiscard]] kernels::Range columns(std::int64_t width) const
    {
        return { width / unitCount * units.begin, width / unitCount * units.end };
    }
};
[[nodiscard]] Share tokenShare(const Step& step, const StepContext& context, int worker);

/// Share of a section that falls into `units` equal parts, in whole parts.
[[nodiscard]] kernels::Range unitRange(
    kernels::Range section, std::int64_t units, int worker, int workerCount);

/// Share of `count` items for one worker, in whole blocks of `block`.
[[nodiscard]] kernels::Range shareOf(std::int64_t count, std::int64_t block, int worker, int workerCount);

} // namespace moru
