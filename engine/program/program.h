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
///
/// In a pass of few rows meeting costs more than a norm, so every worker makes such values for itself: they
/// are private, and each worker has a copy.
struct Operand {
    std::int64_t column = 0;
    std::int64_t stride = 0; ///< Floats from one token to the next.
    std::int64_t offset = 0; ///< First column of a view inside its buffer.
    std::int64_t width = 0;
    bool isInHead = false;
    bool isPrivate = false; ///< Counts columns in the private part of its arena.
};

/// Equal parts of an output's columns: heads. Worker w takes the same share of the parts of every section.
struct UnitColumns {
    std::int64_t units = 0; ///< 0: not divided so.
    std::vector<kernels::Range>
        sections; ///< Of the columns, each with `units` parts: q, k and v of one matrix.
};

/// After which steps all workers meet.
struct Barriers {
    bool manyRows = true;
    bool fewRows = true;
    bool fewRowsByHeads
        = true; ///< In place of `fewRows` where the workers' number divides the layer's heads.
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

    // Passes of few rows divide a layer's mixer by heads, so that from the projections to the context a
    // worker reads only what it made itself.
    std::int64_t units = 0; ///< Heads that the step's columns fall into; 0: it is not divided by heads.
    std::vector<UnitColumns> unitOutputs; ///< Of a projection or convolution, by output.
    std::int64_t layerHeads = 0; ///< Greatest common divisor of all units in the layer.
    Barriers barriers;
    int queue = -1; ///< Of the step's work, among the program's; −1: workers have fixed shares.
};

/// Floats that one row of an arena has.
struct ArenaColumns {
    std::int64_t shared = 0;
    std::int64_t ofEachWorker = 0; ///< Private values; one copy serves all workers where rows are many.

    [[nodiscard]] std::int64_t total() const { return shared + ofEachWorker; }
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
    ArenaColumns body;
    ArenaColumns head;
    std::int64_t vocabularySize = 0;
    int queueCount = 0;
};

/// The steps as text, a line each, and what its signs mean; `layer` < 0 prints all.
[[nodiscard]] std::string printProgram(const Program& program, int layer);

} // namespace moru
