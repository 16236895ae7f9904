#pragma once

#include "app/model_registry/model_places.h"
#include "engine/api/error.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace moru {

/// The folder that MODEL names (cli.md): a registered name ("qwen3-1.7b"), a repository in the Hugging Face
/// cache
/// ("Qwen/Qwen3-1.7B"), a folder in the models folder, or a path; tried in this order. What starts with "/",
/// "./",
/// "../" or "~/" is a path and nothing else. A repository's folder of the Hugging Face cache stands for its
/// snapshot. Errors: ModelNotFound, with what was tried and, for a registered name, where to get it;
///         UnsupportedFormat for a GGUF file; FileNotFound for a path that is not there.
[[nodiscard]] Result<std::filesystem::path> resolveModel(std::string_view name, const ModelPlaces& places);
[[nodiscard]] Result<std::filesystem::path> resolveModel(std::string_view name);

/// The path that MODEL is, as it was given; unset where it is a name.
[[nodiscard]] std::optional<std::filesystem::path> pathGivenAsModel(
    std::string_view name, const ModelPlaces& places);

} // namespace moru
