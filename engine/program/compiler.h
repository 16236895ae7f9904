#pragma once

#include "engine/graph/graph.h"
#include "engine/program/bound_weights.h"
#include "engine/program/program.h"

#include <string>
#include <utility>
#include <vector>

namespace moru {

struct CompileOptions {
    /// Values to keep under these names: they are not fused away and their buffers are not reused.
    std::vector<std::pair<std::string, Value>> observed;
};

/// Graph → passes → program: lowers attention, fuses, places barriers, plans buffers, chooses recipes.
/// The program points into `weights`, which must outlive it.
[[nodiscard]] Program compileProgram(Graph graph, const BoundWeights& weights, const CompileOptions& options);

} // namespace moru
