#include "app/cli/commands/commands.h"

#include "app/cli/model_opening.h"
#include "app/cli/option_tables.h"

namespace moru::cli {

namespace {

constexpr Option kOptions[] = {
    { .name = "layer",
        .kind = OptionKind::Integer,
        .value = "N",
        .fallbackWords = "all layers",
        .help = "Print this layer only",
        .minimum = 0,
        .maximum = 10000 },
};

Result<ExitStatus> run(Invocation& invocation)
{
    const auto options = loadOptions(invocation.arguments);
    if (!options)
        return std::unexpected(options.error());
    const auto model = openModel(invocation, *options);
    if (!model)
        return std::unexpected(model.error());
    const int layerCount = (*model)->description().layerCount;
    const int layer = static_cast<int>(invocation.arguments.integer("layer").value_or(-1));
    if (layer >= layerCount) {
        return failure(ErrorCode::InvalidRequest, "--layer", "there is no layer {}; the model has 0 to {}",
            layer, layerCount - 1);
    }
    invocation.output.text((*model)->printProgram(layer));
    return ExitStatus::Done;
}

} // namespace

const Command& programCommand()
{
    static const Command command {
        .name = "program",
        .operands = "MODEL",
        .fewestOperands = 1,
        .mostOperands = 1,
        .summary = "The graph of operations and the program compiled from it, as text",
        .details = "",
        .examples = { "moru-cli program smollm2-135m-instruct --layer 0" },
        .options = { kOptions, modelOptions(), threadOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
