#pragma once

#include "engine/api/error.h"

#include <filesystem>
#include <optional>
#include <string>

namespace moru {

/// The chat template that a model folder brings, and the spellings that it may name.
struct FolderTemplate {
    std::optional<std::string> source; ///< Jinja; unset for a base model.
    std::filesystem::path file; ///< Where the source was found.
    std::string bosToken; ///< Empty where the folder names none.
    std::string eosToken;
};

/// Reads chat_template.jinja, else "chat_template" of tokenizer_config.json (a text, or a list of named ones
/// of which "default" counts), else chat_template.json. Errors: InvalidJson; InvalidTemplate for a source of
/// the wrong kind or beyond 1 MiB; ReadFailed.
[[nodiscard]] Result<FolderTemplate> readFolderTemplate(const std::filesystem::path& folder);

} // namespace moru
