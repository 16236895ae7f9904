#pragma once

#include "engine/graph/graph.h"
#include "engine/kernels/kernel_table.h"
#include "engine/program/bound_weights.h"

#include <cstdint>
#include <string>
#include <vector>

namespace moru {

struct Recipe;

/// Where a value lies. The body's arena holds the tokens of a chunk, the head's those rows that logits are
/// wanted for; in either, a buffer of `stride` columns starts at column × (rows of the arena).
struct Operand {
    std::int64_t column = 0;
    std::int64_t stride = 0; ///< Floats from one token to the next.
    std::int64_t offset = 0; ///< First column of a view inside its buffer.
    std::int64_t width = 0;
    bool isInHead = false;
};

/// One record of the program. Everything that can be decided before the first token has been decided.
struct Step {
    const Recipe* recipe = nullptr;
    std::string name;
    int layer = -1;
    OperationRole role = OperationRole::Mlp;
    std::vector<Operand> inputs;
    std::vector<Operand> outputs;
    std::vector<BoundMatrix> matrices;
    std::vector<const float*> vectors; ///< Null for a bias that is not there.
    Attributes attributes;
    bool isInHead = false; ///< Runs on the wanted rows, not on all tokens.
    bool hasBarrier = true; ///< All workers meet after it.
};

/// A value that the caller wants to see after each pass.
struct ObservedValue {
    std::string name;
    Operand operand;
};

/// A model compiled for one machine: a flat list of steps over planned buffers. Immutable; knows no sequence.
struct Program {
    std::vector<Step> steps;
    std::vector<RopeTable> ropeTables;
    std::vector<CacheSpecification> caches;
    std::vector<ConvolutionStateSpecification> convolutionStates;
    std::vector<DeltaStateSpecification> deltaStates;
    Operand logits;
    std::vector<ObservedValue> observed;
    std::int64_t bodyColumns = 0; ///< Arena floats a token.
    std::int64_t headColumns = 0; ///< Arena floats a wanted row.
    std::int64_t vocabularySize = 0;
};

/// The steps as text, a line each; `layer` < 0 prints all.
[[nodiscard]] std::string printProgram(const Program& program, int layer);

} // namespace moru
