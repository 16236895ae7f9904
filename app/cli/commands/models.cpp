#include "app/cli/commands/commands.h"

#include "app/cli/json_model.h"
#include "app/cli/option_tables.h"
#include "app/cli/progress.h"
#include "app/model_registry/model_scan.h"

#include <fmt/format.h>

namespace moru::cli {

namespace {

constexpr Option kOptions[] = {
    { .name = "folder",
        .kind = OptionKind::TextList,
        .value = "DIR",
        .fallbackWords = "none",
        .help = "Look into this model folder too; may be given several times" },
};

std::string_view stateName(ModelState state)
{
    switch (state) {
    case ModelState::Checking:
        return "checking";
    case ModelState::Available:
        return "available";
    case ModelState::NotOnThisMachine:
        return "not_on_this_machine";
    case ModelState::Incomplete:
        return "incomplete";
    case ModelState::BeingDownloaded:
        return "being_downloaded";
    case ModelState::Unsupported:
        return "unsupported";
    case ModelState::Damaged:
        return "damaged";
    case ModelState::Unavailable:
        return "unavailable";
    }
    return "unavailable";
}

std::string familyOf(const ModelEntry& entry)
{
    if (entry.description)
        return entry.description->family;
    return entry.registered ? entry.registered->family.toStdString() : std::string();
}

std::string reasonOf(const ModelEntry& entry)
{
    if (entry.error)
        return describe(*entry.error);
    if (entry.state == ModelState::NotOnThisMachine && entry.registered)
        return fmt::format(
            "published at https://huggingface.co/{}", entry.registered->repository.toStdString());
    return {};
}

Json asJson(const ModelScan& scan)
{
    Json models = Json::array();
    for (const ModelEntry& entry : scan.entries) {
        const std::string family = familyOf(entry);
        const std::string reason = reasonOf(entry);
        models.push_back({
            { "name", entry.name.toStdString() },
            { "family", family.empty() ? Json(nullptr) : Json(family) },
            { "state", stateName(entry.state) },
            { "path", entry.folder.empty() ? Json(nullptr) : Json(pathString(entry.folder)) },
            { "size_bytes", entry.sizeBytes },
            { "reason", reason.empty() ? Json(nullptr) : Json(reason) },
            { "title", entry.title.toStdString() },
            { "registered", entry.registered.has_value() },
        });
    }
    return { { "models", std::move(models) } };
}

std::string asText(const ModelScan& scan)
{
    std::string text;
    for (const ModelEntry& entry : scan.entries) {
        const std::string place = entry.folder.empty() ? std::string() : pathString(entry.folder);
        const std::string reason = reasonOf(entry);
        text += fmt::format("{:<30} {:<9} {:>8.2f} GB  {:<20} {}\n", entry.name.toStdString(),
            familyOf(entry), static_cast<double>(entry.sizeBytes) / 1e9, stateName(entry.state),
            reason.empty() ? place : reason);
    }
    return text;
}

Result<ExitStatus> run(Invocation& invocation)
{
    ModelScanOptions options;
    for (const std::string& folder : invocation.arguments.texts("folder"))
        options.openedFolders.emplace_back(folder);
    ModelScan scan;
    {
        Progress progress(invocation.output);
        progress.show("Looking for models", 0, 0);
        scan = scanModels(options, invocation.interrupt.token());
    }
    if (invocation.output.isText())
        invocation.output.text(asText(scan));
    else
        invocation.output.json(asJson(scan));
    if (scan.ggufFileCount > 0) {
        invocation.output.note(fmt::format(
            "{} GGUF files are left out; \"moru-cli import\" turns them into folders", scan.ggufFileCount));
    }
    return invocation.interrupt.isRequested() ? ExitStatus::Interrupted : ExitStatus::Done;
}

} // namespace

const Command& modelsCommand()
{
    static const Command command {
        .name = "models",
        .operands = "",
        .summary = "The registered models and the checkpoints found on this machine, with their state",
        .details = "Looks into the models folder ($MORU_MODELS_DIR, else $XDG_DATA_HOME/moru/models) and the "
                   "Hugging Face\n"
                   "cache (HF_HUB_CACHE, HF_HOME). States: available, not_on_this_machine, incomplete, "
                   "being_downloaded,\n"
                   "unsupported, damaged, unavailable.",
        .examples = { "moru-cli models", "moru-cli models --folder ~/checkpoints/my-model --json" },
        .options = { kOptions, jsonOptions(), outputOptions() },
        .run = run,
    };
    return command;
}

} // namespace moru::cli
