#include "app/cli/commands/commands.h"

#include "app/cli/json_model.h"
#include "app/cli/model_opening.h"
#include "app/cli/option_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moru::cli {

namespace {

std::string asText(const ModelDescription& model)
{
    std::string text;
    const auto line = [&text](std::string_view name, const std::string& value) {
        text += fmt::format("{:<20}{}\n", name, value);
    };
    line("path", pathString(model.folder));
    line("family", fmt::format("{} ({})", model.family, model.architecture));
    line("parameters", fmt::format("{:.1f} million", static_cast<double>(model.parameterCount) / 1e6));
    line("weights",
        fmt::format(
            "{:.1f} MB in {} tensors", static_cast<double>(model.weightBytes) / 1e6, model.tensors.size()));
    line("context length", fmt::format("{}", model.contextLength));
    line("tokenizer", model.hasTokenizer ? "yes" : "none");
    line("prompt format", model.promptFormat.empty() ? "none" : model.promptFormat);
    line("use", model.isBaseModel ? "base model: continues text" : "chat");
    line("thinking switch", model.hasThinkingSwitch ? "yes" : "no");
    line("stop tokens", fmt::format("{}", fmt::join(model.endTokenIds, " ")));
    text += "\n";
    for (const auto& [name, value] : model.config)
        line(name, dumpJson(numberJson(value)));
    text += "\n";
    for (const TensorDescription& tensor : model.tensors) {
        text += fmt::format("{:<5} {:>12} {:<18} {}\n", tensor.dtype, tensor.sizeBytes,
            fmt::format("[{}]", fmt::join(tensor.shape, ", ")), tensor.name);
    }
    return text;
}

Result<ExitStatus> run(Invocation& invocation)
{
    const auto folder = modelFolder(invocation);
    if (!folder)
        return std::unexpected(folder.error());
    const auto model = describeModel(*folder);
    if (!model)
        return std::unexpected(model.error());
    if (invocation.output.isText())
        invocation.output.text(asText(*model));
    else
        invocation.output.json(modelJson(*model));
    return ExitStatus::Done;
}

} // namespace

const Command& inspectCommand()
{
    static const Command command {
        .name = "inspect",
        .operands = "MODEL",
        .fewestOperands = 1,
        .mostOperands = 1,
        .summary = "What a model folder says about itself: sizes, tensors, tokenizer, template, stop tokens",
        .details
        = "Nothing is loaded: config, tokenizer and the headers of the weight files are read and checked.",
        .examples = { "moru-cli inspect gemma-3-270m", "moru-cli inspect ./folder --json" },
        .options = { jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
