#include "app/cli/chat_ability.h"

#include "app/cli/output.h"

#include <fmt/format.h>

namespace moru::cli {

Result<void> checkCanChat(const ModelDescription& model, std::optional<bool> thinking)
{
    const std::string folder = model.folder.string();
    if (!model.hasTokenizer)
        return failure(
            ErrorCode::MissingTokenizer, folder, "there is no tokenizer.json, so it cannot read text");
    if (model.isBaseModel) {
        return failure(ErrorCode::BaseModel, folder,
            "a base model, it has no chat template (moru-cli generate MODEL --prompt TEXT continues a text)");
    }
    if (thinking && !model.hasThinkingSwitch)
        return failure(ErrorCode::InvalidSetting, "thinking", "this model's template has no thinking switch");
    return {};
}

void noteTemplate(Output& output, const ChosenPromptFormat& chosen)
{
    if (chosen.notice == PromptFormatNotice::UsesBuiltIn)
        output.note(fmt::format("The folder's chat template cannot be used ({}); the {} format is, instead.",
            chosen.difference->fromTemplate, chosen.format->name()));
}

void noteTemplate(Output& output, const LoadedModel& model)
{
    if (const auto chosen = choosePromptFormat(model.description().folder, *model.tokenizer()))
        noteTemplate(output, *chosen);
}

} // namespace moru::cli
