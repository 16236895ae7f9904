#pragma once

#include "engine/api/error.h"

#include <cstdint>
#include <filesystem>

namespace moru {

/// A folder that appears under its name complete or not at all: filled beside it under a temporary name, then
/// renamed. The temporary folder and its files go away when `commit` did not happen.
class StagedFolder {
public:
    /// Makes missing parents. `sizeBytes` is what will be written; the disk must have room for it.
    /// Errors: InvalidRequest (the name is taken), DiskFull, PermissionDenied, FileNotFound, WriteFailed.
    [[nodiscard]] static Result<StagedFolder> create(
        const std::filesystem::path& folder, std::uint64_t sizeBytes);

    [[nodiscard]] const std::filesystem::path& path() const { return temporary_; } ///< Write here.
    [[nodiscard]] const std::filesystem::path& finalPath() const { return folder_; }

    /// Errors: InvalidRequest when the name was taken meanwhile, WriteFailed …
    [[nodiscard]] Result<void> commit();

    StagedFolder(StagedFolder&& other) noexcept;
    StagedFolder& operator=(StagedFolder&&) = delete;
    ~StagedFolder();

private:
    StagedFolder() = default;
    std::filesystem::path folder_;
    std::filesystem::path temporary_; ///< Empty once there is nothing to remove.
};

} // namespace moru
