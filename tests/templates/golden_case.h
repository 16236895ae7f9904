#pragma once

#include "engine/api/prompt.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace moru::test {

/// One line of goldens/templates/*.jsonl.
struct TemplateCase {
    std::string name;
    std::vector<ChatMessage> messages;
    PromptOptions options; ///< Strict.
    std::optional<std::string> text; ///< Unset: the template raises.
    std::string error; ///< Python class of the exception.
    std::string errorMessage;
    std::optional<std::string> fallbackText; ///< What repair makes of it.
    std::vector<TokenId> ids;
    std::vector<TokenId> sanitizedIds; ///< Those of `ids` where the file has none.
    std::vector<TokenId> fallbackIds;
};

/// Empty when the file is not there or not what its README says.
[[nodiscard]] std::vector<TemplateCase> readTemplateCases(const std::filesystem::path& file);

/// "key" of a JSON file as text; unset where there is none.
[[nodiscard]] std::optional<std::string> readJsonText(const std::filesystem::path& file, const char* key);

[[nodiscard]] std::string readFile(const std::filesystem::path& file);

} // namespace moru::test
