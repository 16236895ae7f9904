#include "app/cli/commands/commands.h"

#include "app/cli/manual.h"
#include "app/cli/option_tables.h"

#include <fmt/format.h>

namespace moru::cli {

namespace {

Result<ExitStatus> run(Invocation& invocation)
{
    if (invocation.arguments.operands().empty()) {
        invocation.output.text(manualOverview());
        return ExitStatus::Done;
    }
    const std::string& name = invocation.arguments.operands().front();
    const Command* command = findCommand(name);
    if (!command)
        return invocation.wrongUsage(
            fmt::format("there is no command \"{}\"; \"moru-cli help\" lists them", name));
    invocation.output.text(manualPage(*command));
    return ExitStatus::Done;
}

} // namespace

const Command& helpCommand()
{
    static const Command command {
        .name = "help",
        .operands = "[COMMAND]",
        .mostOperands = 1,
        .summary = "The manual: all commands, or one of them with its options",
        .details = "",
        .examples = { "moru-cli help generate" },
        .options = { outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
