#pragma once

#include "engine/api/kv_format.h"
#include "engine/api/program.h"
#include "engine/program/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// The steps as values, with a cache of that format; `layer` < 0 gives all.
[[nodiscard]] std::vector<OperationDescription> describeProgram(
    const Program& program, KvFormat kvFormat, int layer);

/// Where an operand lies: "b576[64]" are columns 576 to 639 of the tokens' arena, "h…" of the head's; "b'…"
/// and "h'…" of those parts that each worker has a copy of where rows are few.
[[nodiscard]] std::string operandText(const Operand& operand);

/// "INT8", "INT8/512", "INT4", or the checkpoint's own number format.
[[nodiscard]] std::string_view formatName(const BoundMatrix& matrix);

} // namespace moru
