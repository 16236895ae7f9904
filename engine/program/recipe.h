#pragma once

#include "engine/api/tokenizer.h"
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

/// What changes from pass to pass. Workers read it; only their own buffers and rows are written.
struct StepContext {
    const kernels::KernelTable* kernels = nullptr;
    float* bodyArena = nullptr;
    float* headArena = nullptr;
    std::int64_t bodyRows = 0; ///< Rows that the arenas are made for.
    std::int64_t headRows = 0;
    int tokenCount = 0;
    int firstPosition = 0;
    const TokenId* ids = nullptr; ///< [tokenCount]
    std::span<const int> wantedRows; ///< Rows of the chunk that logits are wanted for, rising.
    SequenceState* sequence = nullptr;
    std::span<const RopeAngles> ropes; ///< By table.
    std::span<const std::vector<kernels::VisibleRange>> visible; ///< By cache: [tokenCount].
    std::span<float* const> scratch; ///< By worker.
    int workerCount = 1;

    [[nodiscard]] float* at(const Operand& operand) const
    {
        return (operand.isInHead ? headArena + operand.column * headRows
                                 : bodyArena + operand.column * bodyRows)
            + operand.offset;
    }
    /// Rows that the operand's arena is made for.
    [[nodiscard]] std::int64_t rowsOf(const Operand& operand) const
    {
        return operand.isInHead ? headRows : bodyRows;
    }
    [[nodiscard]] std::int64_t tokensOf(const Step& step) const
    {
        return step.isInHead ? std::int64_t(wantedRows.size()) : tokenCount;
    }
    [[nodiscard]] kernels::Activations activations(const Step& step, const Operand& operand) const
    {
        return { at(operand), operand.stride, tokensOf(step) };
    }
};

/// How a step's work is divided among workers. Two steps in a row that divide by tokens touch the same rows,
/// so no barrier is needed between them.
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
};

/// The recipe of an operation kind; one file each in recipes/.
[[nodiscard]] const Recipe& recipeFor(const Attributes& attributes);

/// Floats of scratch that a worker needs at most for any recipe of a program.
[[nodiscard]] std::int64_t scratchFloats(const Program& program, int chunkSize, int contextLength);

/// Share of `count` items for one worker, in whole blocks of `block`.
[[nodiscard]] kernels::Range shareOf(std::int64_t count, std::int64_t block, int worker, int workerCount);

} // namespace moru
