#include "engine/api/prompt.h"

#include "engine/templates/built_in_formats.h"
#include "engine/templates/folder_template.h"

namespace moru {

Result<ChosenPromptFormat> choosePromptFormat(const std::filesystem::path& folder, const Tokenizer& tokenizer)
{
    const auto found = readFolderTemplate(folder);
    if (!found)
        return std::unexpected(found.error());
    ChosenPromptFormat chosen;
    if (!found->source) {
        chosen.isBaseModel = true;
        chosen.format = formatOfVocabulary(tokenizer);
        return chosen;
    }
    chosen.format = formatOfSource(*found->source);
    if (!chosen.format)
        return failure(ErrorCode::InvalidTemplate, found->file.string(),
            "no known prompt format fits this chat template");
    return chosen;
}

} // namespace moru
