#pragma once

#include "engine/api/error.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace moru {

/// A file that appears under its name complete or not at all: written beside it under a temporary name,
/// flushed to disk, then renamed over whatever was there. The temporary file goes away when `commit` did not
/// happen.
class StagedFile {
public:
    /// Errors: FileNotFound (no such folder), PermissionDenied, DiskFull, WriteFailed.
    [[nodiscard]] static Result<StagedFile> create(const std::filesystem::path& path);

    /// Errors: DiskFull, WriteFailed.
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
    [[nodiscard]] Result<void> write(std::string_view text);

    /// Errors: DiskFull, WriteFailed, PermissionDenied.
    [[nodiscard]] Result<void> commit();

    StagedFile(StagedFile&&) noexcept;
    StagedFile& operator=(StagedFile&&) noexcept;
    ~StagedFile();

private:
    struct State;
    explicit StagedFile(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// The code for an errno of a call that writes.
[[nodiscard]] ErrorCode writeErrorCode(int errorNumber);

} // namespace moru
