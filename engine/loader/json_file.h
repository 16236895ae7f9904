#pragma once

#include "engine/api/error.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace moru {

/// Deepest nesting of objects and lists that is read; no real file comes near it.
inline constexpr int kMaxJsonDepth = 64;

/// Enough for every config.json, generation_config.json and tokenizer_config.json, which may hold megabytes
/// of added tokens.
inline constexpr std::uint64_t kMaxConfigBytes = 16U << 20;

/// Reads a whole JSON file that nobody has checked yet. An empty or missing value is not an error here.
/// Units:  maxBytes caps the file's size before anything is allocated.
/// Errors: FileNotFound, PermissionDenied, ReadFailed; InvalidJson for a file beyond maxBytes, nested deeper
/// than
///         kMaxJsonDepth, not UTF-8, or not JSON; the sentence has line and column.
[[nodiscard]] Result<nlohmann::json> readJsonFile(const std::filesystem::path& path, std::uint64_t maxBytes);

/// The same for text that is in memory already; `where` names its origin in errors.
[[nodiscard]] Result<nlohmann::json> parseJson(std::string_view text, const std::string& where);

} // namespace moru
