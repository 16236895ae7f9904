#pragma once

#include "app/cli/command.h"

#include <string>

namespace moru::cli {

/// The list of commands, one line each, and what all of them share.
[[nodiscard]] std::string manualOverview();

/// The page of one command: usage, what it does, examples, every option with its default.
[[nodiscard]] std::string manualPage(const Command& command);

/// "moru-cli generate MODEL [options]"
[[nodiscard]] std::string usageLine(const Command& command);

} // namespace moru::cli
