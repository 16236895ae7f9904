#include "app/cli/commands/commands.h"

#include "app/cli/chat/chat_loop.h"
#include "app/cli/chat_ability.h"
#include "app/cli/model_opening.h"
#include "app/cli/option_tables.h"

#include <fmt/format.h>

namespace moru::cli {

namespace {

constexpr Option kOptions[] = {
    { .name = "system",
        .kind = OptionKind::Text,
        .value = "TEXT",
        .fallbackWords = "none",
        .help = "System text before the first message" },
    { .name = "thinking",
        .kind = OptionKind::Text,
        .value = "on|off",
        .fallbackWords = "as the model's template says",
        .help = "Whether the model thinks before it answers, where it has that switch",
        .choices = "on off" },
    { .name = "no-history", .help = "Do not keep typed lines in $XDG_STATE_HOME/moru/chat_history" },
};

Result<ExitStatus> run(Invocation& invocation)
{
    const auto options = loadOptions(invocation.arguments);
    if (!options)
        return std::unexpected(options.error());
    const auto model = openModel(invocation, *options);
    if (!model)
        return std::unexpected(model.error());
    std::optional<bool> thinking;
    if (const auto asked = invocation.arguments.text("thinking"))
        thinking = *asked == "on";
    if (const auto able = checkCanChat((*model)->description(), thinking); !able)
        return std::unexpected(able.error());
    noteTemplate(invocation.output, **model);
    const auto session = createSession(*model);
    if (!session)
        return std::unexpected(session.error());

    const bool keepHistory = !invocation.arguments.flag("no-history");
    LineEditor editor(
        invocation.input, invocation.interrupt, keepHistory ? defaultHistoryFile() : std::filesystem::path());
    if (editor.isInteractive()) {
        invocation.output.note(fmt::format("{}: {}, {} threads, context {}. /help lists what can be typed.",
            (*model)->description().folder.filename().string(), precisionName((*model)->options().precision),
            (*model)->options().threadCount, (*model)->options().contextLength));
    }
    return ChatLoop(invocation, editor, *model, **session).run();
}

} // namespace

const Command& chatCommand()
{
    static const Command command {
        .name = "chat",
        .operands = "MODEL",
        .fewestOperands = 1,
        .mostOperands = 1,
        .summary = "A conversation in the terminal",
        .details = "Answers stream. Ctrl+C stops the answer and not the program; twice, or /quit, leaves. "
                   "Inside: /system TEXT,\n"
                   "/thinking on|off, /regenerate, /stats, /save FILE, /new, /help. Lines can be edited and "
                   "called back with\n"
                   "the arrow keys; a line that ends in \\ goes on in the next. Standard input may also be a "
                   "file or a pipe.",
        .examples = { "moru-cli chat smollm2-135m-instruct",
            "moru-cli chat qwen3-1.7b --system 'Answer in Korean.' --thinking off" },
        .options = { kOptions, samplingOptions(), modelOptions(), threadOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
