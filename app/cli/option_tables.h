#pragma once

#include "app/cli/options.h"

namespace moru::cli {

/// Options that several commands share, one table a topic.
[[nodiscard]] OptionTable outputOptions(); ///< --quiet --help
[[nodiscard]] OptionTable jsonOptions(); ///< --json
[[nodiscard]] OptionTable requestOptions(); ///< --jsonl
[[nodiscard]] OptionTable modelOptions(); ///< --precision --context --seed --ignore-memory-limit
[[nodiscard]] OptionTable threadOptions(); ///< --threads; apart, because bench takes a list
[[nodiscard]] OptionTable samplingOptions(); ///< How the next token is chosen and when the answer ends.

} // namespace moru::cli
