#include "app/cli/command.h"

#include "app/cli/commands/commands.h"

#include <fmt/format.h>

#include <unistd.h>

namespace moru::cli {

ExitStatus Invocation::wrongUsage(std::string_view sentence) const
{
    (void)writeAll(STDERR_FILENO, fmt::format("moru-cli: {}.\n", sentence));
    return ExitStatus::WrongUsage;
}

const std::vector<const Command*>& allCommands()
{
    static const std::vector<const Command*> commands = {
        &chatCommand(),
        &generateCommand(),
        &modelsCommand(),
        &inspectCommand(),
        &tokenizeCommand(),
        &detokenizeCommand(),
        &templateCommand(),
        &logitsCommand(),
        &sampleCommand(),
        &evalCommand(),
        &benchCommand(),
        &profileCommand(),
        &programCommand(),
        &importCommand(),
        &helpCommand(),
    };
    return commands;
}

const Command* findCommand(std::string_view name)
{
    for (const Command* command : allCommands()) {
        if (command->name == name)
            return command;
    }
    return nullptr;
}

} // namespace moru::cli
