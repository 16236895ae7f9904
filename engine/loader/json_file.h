#pragma once

#include "engine/api/error.h"

#include <cstddef>
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

/// Reads a whole JSON file that nobody has checked yet. What it means is for the caller to check.
/// Units:  maxBytes caps the file's size before anything is allocated.
/// Errors: FileNotFound, PermissionDenied, ReadFailed; InvalidJson for a file beyond maxBytes, nested deeper
/// than
///         kMaxJsonDepth, not UTF-8, or not JSON; the sentence has line and column.
[[nodiscard]] Result<nlohmann::json> readJsonFile(const std::filesystem::path& path, std::uint64_t maxBytes);

/// JSON lets a key stand twice in one object; readers then disagree on which counts.
enum class DuplicateKeys { LastCounts, Refuse };

/// The same for text that is in memory already; `where` names its origin in errors.
[[nodiscard]] Result<nlohmann::json> parseJson(
    std::string_view text, const std::string& where, DuplicateKeys duplicates = DuplicateKeys::LastCounts);

/// "a number", "a list" …, for sentences about values of the wrong kind.
[[nodiscard]] std::string_view jsonKind(const nlohmann::json& value);

/// At most `maxBytes` bytes of a text from a file, cut between characters, for use inside a sentence.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t maxBytes = 80);

} // namespace moru
