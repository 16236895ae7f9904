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
    { .name = "dot", .kind = OptionKind::Flag, .help = "Draw the graph in Graphviz's language instead" },
};

Json operationJson(const OperationDescription& operation)
{
    return {
        { "index", operation.index },
        { "name", operation.name },
        { "layer", operation.layer < 0 ? Json(nullptr) : Json(operation.layer) },
        { "role", operationRoleName(operation.role) },
        { "kernel", operation.kernel },
        { "inputs", operation.inputs },
        { "outputs", operation.outputs },
        { "bytes", operation.bytesRead },
        { "operations", operation.operations },
    };
}

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
    if (invocation.arguments.flag("dot")) {
        invocation.output.text((*model)->dotGraph(layer));
    } else if (invocation.output.isText()) {
        invocation.output.text((*model)->printProgram(layer));
    } else {
        Json operations = Json::array();
        for (const OperationDescription& operation : (*model)->describeProgram(layer))
            operations.push_back(operationJson(operation));
        invocation.output.json(
            { { "isa", (*model)->isa() }, { "precision", precisionName((*model)->options().precision) },
                { "operations", std::move(operations) } });
    }
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
        .details = "With --json a list of steps; bytes and operations are those of one token at position 0.",
        .examples = { "moru-cli program smollm2-135m-instruct --layer 0",
            "moru-cli program smollm2-135m-instruct --layer 0 --dot | dot -Tsvg > layer.svg" },
        .options = { kOptions, modelOptions(), threadOptions(), jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
