#include "app/cli/run.h"

#include "app/cli/command.h"
#include "app/cli/manual.h"

#include <new>

#include <fmt/format.h>

#include <unistd.h>

namespace moru::cli {

namespace {

ExitStatus refuse(std::string_view sentence, std::string_view remedy)
{
    (void)writeAll(STDERR_FILENO, fmt::format("moru-cli: {}. {}\n", sentence, remedy));
    return ExitStatus::WrongUsage;
}

ExitStatus finish(const Output& output, ExitStatus status)
{
    if (!output.isBroken())
        return status;
    const Error error = output.brokenError();
    (void)writeAll(STDERR_FILENO, fmt::format("moru-cli: {}.\n", describe(error)));
    return ExitStatus::Failed;
}

Output::Form formOf(const Arguments& arguments)
{
    if (arguments.has("jsonl"))
        return Output::Form::JsonLines;
    return arguments.has("json") ? Output::Form::JsonDocument : Output::Form::Text;
}

ExitStatus runCommand(const Command& command, Invocation& invocation)
{
    Result<ExitStatus> status = ExitStatus::Done;
    try {
        status = command.run(invocation);
    } catch (const std::bad_alloc&) {
        // The one exception that anything may throw: memory is gone, and that is worth a sentence.
        status = failure(
            ErrorCode::OutOfMemory, std::string(command.name), "the system has no more memory to give");
    }
    if (status)
        return *status;
    if (status.error().code == ErrorCode::Cancelled) {
        // Lines answer requests, and this ends them; a document is expected once, however the command ends.
        if (invocation.output.form() == Output::Form::JsonDocument)
            invocation.output.json(errorJson(status.error()));
        return ExitStatus::Interrupted;
    }
    invocation.output.error(status.error());
    return ExitStatus::Failed;
}

} // namespace

ExitStatus run(std::span<const std::string> words)
{
    if (words.empty())
        return refuse("no command", "\"moru-cli help\" lists them.");
    if (words[0] == "--version" || words[0] == "-V") {
        Output output(Output::Form::Text, false);
        output.text(fmt::format("moru-cli {}\n", MORU_VERSION));
        return finish(output, ExitStatus::Done);
    }
    const bool wantsHelp = words[0] == "--help" || words[0] == "-h";
    const Command* command = findCommand(wantsHelp ? std::string_view("help") : std::string_view(words[0]));
    if (!command)
        return refuse(fmt::format("there is no command \"{}\"", words[0]), "\"moru-cli help\" lists them.");

    const std::string remedy = fmt::format("\"moru-cli help {}\" shows what it takes.", command->name);
    const auto arguments = Arguments::parse(words.subspan(1), command->options);
    if (!arguments)
        return refuse(arguments.error(), remedy);
    if (arguments->has("help")) {
        Output output(Output::Form::Text, false);
        output.text(manualPage(*command));
        return finish(output, ExitStatus::Done);
    }
    if (arguments->has("json") && arguments->has("jsonl"))
        return refuse("--json and --jsonl exclude each other", remedy);
    const auto operandCount = static_cast<int>(arguments->operands().size());
    if (operandCount < command->fewestOperands)
        return refuse(fmt::format("{} needs {}", command->name, command->operands), remedy);
    if (operandCount > command->mostOperands) {
        const std::string& extra = arguments->operands()[static_cast<std::size_t>(command->mostOperands)];
        return refuse(fmt::format("\"{}\" is one word too many", extra), remedy);
    }

    Interrupt interrupt;
    Input input(interrupt);
    Output output(formOf(*arguments), arguments->has("quiet"));
    Invocation invocation { *arguments, output, input, interrupt };
    return finish(output, runCommand(*command, invocation));
}

} // namespace moru::cli
