#include "app/cli/commands/commands.h"

#include "app/cli/json_model.h"
#include "app/cli/option_tables.h"
#include "app/cli/progress.h"
#include "engine/api/import.h"

#include <fmt/format.h>

namespace moru::cli {

namespace {

constexpr Option kOptions[] = {
    { .name = "out",
        .aliases = "-o",
        .kind = OptionKind::Text,
        .value = "DIR",
        .fallbackWords = "none; it must be given",
        .help = "Folder to write; it appears only when it is complete" },
};

Result<ExitStatus> run(Invocation& invocation)
{
    const auto out = invocation.arguments.text("out");
    if (!out)
        return invocation.wrongUsage("import needs --out DIR");
    Progress progress(invocation.output);
    const auto observer = [&progress](const ImportProgress& step) {
        progress.show("Writing tensors", step.bytesDone, step.bytesTotal);
    };
    const auto report
        = importGguf(invocation.arguments.operands().front(), *out, observer, invocation.interrupt.token());
    progress.clear();
    if (!report)
        return std::unexpected(report.error());
    if (invocation.output.isText()) {
        invocation.output.text(fmt::format(
            "{}: {}, {} tensors\n", pathString(report->folder), report->family, report->tensorCount));
    } else {
        invocation.output.json({ { "path", pathString(report->folder) }, { "family", report->family },
            { "tensors", report->tensorCount } });
    }
    return ExitStatus::Done;
}

} // namespace

const Command& importCommand()
{
    static const Command command {
        .name = "import",
        .operands = "FILE.gguf",
        .fewestOperands = 1,
        .mostOperands = 1,
        .summary = "A GGUF file to a SafeTensors folder: config, tokenizer, template, weights in BF16",
        .details = "",
        .examples = { "moru-cli import gemma-3-270m.gguf --out ~/.local/share/moru/models/gemma-3-270m" },
        .options = { kOptions, jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
