#pragma once

#include "engine/api/error.h"
#include "engine/api/session.h"

#include <filesystem>
#include <span>

namespace moru::cli {

/// Writes tensors as one SafeTensors file, all F32. The file appears under its name only when it is whole.
/// Errors: WriteFailed, DiskFull, PermissionDenied, FileNotFound for a folder that does not exist.
[[nodiscard]] Result<void> writeTensors(
    const std::filesystem::path& path, std::span<const NamedTensor> tensors);

/// Writes a whole text the same way. Errors: as writeTensors.
[[nodiscard]] Result<void> writeTextFile(const std::filesystem::path& path, std::string_view text);

} // namespace moru::cli
