#pragma once

#include "app/cli/output.h"

#include <span>
#include <string>

namespace moru::cli {

/// Runs one command line, the program's name left out: finds the command, checks its options, reports errors.
[[nodiscard]] ExitStatus run(std::span<const std::string> words);

} // namespace moru::cli
