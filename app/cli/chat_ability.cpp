#include "app/cli/chat_ability.h"

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

} // namespace moru::cli
