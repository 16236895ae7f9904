#pragma once

#include "app/cli/arguments.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"

#include <string_view>
#include <vector>

namespace moru::cli {

/// What a command works with.
struct Invocation {
    const Arguments& arguments;
    Output& output;
    Input& input;
    Interrupt& interrupt;

    /// One sentence about wrong usage on standard error.
    [[nodiscard]] ExitStatus wrongUsage(std::string_view sentence) const;
};

/// One command: its page of the manual, its options and its work. Errors are reported in one place
/// (main.cpp).
struct Command {
    std::string_view name = {};
    std::string_view operands = {}; ///< "MODEL", "FILE.gguf", "[COMMAND]" or nothing.
    int fewestOperands = 0;
    int mostOperands = 0;
    std::string_view summary = {}; ///< One line, for the list of commands.
    std::string_view details = {}; ///< A paragraph or more; lines as they shall be shown.
    std::vector<std::string_view> examples = {};
    std::vector<OptionTable> options = {};
    Result<ExitStatus> (*run)(Invocation&) = nullptr;
};

/// All commands, in the order of the manual.
[[nodiscard]] const std::vector<const Command*>& allCommands();
[[nodiscard]] const Command* findCommand(std::string_view name);

} // namespace moru::cli
