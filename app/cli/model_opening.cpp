#include "app/cli/model_opening.h"

#include "app/cli/progress.h"
#include "app/model_registry/model_resolver.h"

#include <fmt/format.h>

namespace moru::cli {

Result<std::filesystem::path> modelFolder(const Invocation& invocation)
{
    return resolveModel(invocation.arguments.operands().front());
}

Result<LoadOptions> loadOptions(const Arguments& arguments, int contextNeeded)
{
    LoadOptions options;
    options.precision = defaultPrecision();
    if (const auto name = arguments.text("precision")) {
        const auto precision = parsePrecision(*name);
        if (!precision)
            return std::unexpected(precision.error());
        options.precision = *precision;
    }
    options.threadCount = static_cast<int>(arguments.integer("threads").value_or(0));
    if (const auto context = arguments.integer("context"))
        options.contextLength = static_cast<int>(*context);
    else if (contextNeeded > 0)
        options.contextLength = contextNeeded;
    if (const auto name = arguments.text("kv")) {
        const auto format = parseKvFormat(*name);
        if (!format)
            return std::unexpected(format.error());
        options.kvFormat = *format;
    }
    options.ignoreMemoryLimit = arguments.flag("ignore-memory-limit");
    return options;
}

Result<std::shared_ptr<const LoadedModel>> openModel(Invocation& invocation, const LoadOptions& options)
{
    const auto folder = modelFolder(invocation);
    if (!folder)
        return std::unexpected(folder.error());
    Progress progress(invocation.output);
    const auto observer = [&progress](const LoadProgress& step) {
        progress.show(fmt::format("Loading: {}", loadPhaseName(step.phase)), step.bytesDone, step.bytesTotal);
    };
    auto model = loadModel(*folder, options, observer, invocation.interrupt.token());
    if (model && invocation.arguments.has("context")
        && (*model)->options().contextLength < options.contextLength) {
        progress.clear();
        invocation.output.note(fmt::format("The model was made for {} tokens; the context is that long.",
            (*model)->options().contextLength));
    }
    return model;
}

} // namespace moru::cli
