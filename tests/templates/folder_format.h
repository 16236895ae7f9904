#pragma once

#include "engine/api/prompt.h"

#include <filesystem>
#include <memory>
#include <string>

namespace moru::test {

/// The tokenizer of shared/tokenizers/NAME, loaded once; null when it cannot be loaded.
[[nodiscard]] std::shared_ptr<const Tokenizer> sharedTokenizer(
    const std::filesystem::path& shared, const std::string& name);

/// The template that the goldens of NAME were made with, through the interpreter; null when it fails.
[[nodiscard]] std::shared_ptr<const PromptFormat> goldenTemplate(
    const std::filesystem::path& shared, const std::string& name);

/// The built-in format that the goldens of NAME belong to.
[[nodiscard]] std::shared_ptr<const PromptFormat> goldenFormat(const std::string& name);

} // namespace moru::test
