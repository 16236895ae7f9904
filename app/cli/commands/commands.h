#pragma once

#include "app/cli/command.h"

namespace moru::cli {

// One file of this folder each, named after the command.
[[nodiscard]] const Command& benchCommand();
[[nodiscard]] const Command& chatCommand();
[[nodiscard]] const Command& detokenizeCommand();
[[nodiscard]] const Command& evalCommand();
[[nodiscard]] const Command& generateCommand();
[[nodiscard]] const Command& helpCommand();
[[nodiscard]] const Command& importCommand();
[[nodiscard]] const Command& inspectCommand();
[[nodiscard]] const Command& logitsCommand();
[[nodiscard]] const Command& modelsCommand();
[[nodiscard]] const Command& profileCommand();
[[nodiscard]] const Command& programCommand();
[[nodiscard]] const Command& sampleCommand();
[[nodiscard]] const Command& templateCommand();
[[nodiscard]] const Command& tokenizeCommand();

} // namespace moru::cli
