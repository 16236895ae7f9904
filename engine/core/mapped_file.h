#pragma once

#include "engine/api/error.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace moru {

/// A file mapped for reading. Survives the file shrinking or its disk going away: the fault is caught, the page
/// reads as zeros, and `damage()` says so from then on. Whoever computes with mapped bytes checks it afterwards.
class MappedFile {
public:
    /// Errors: FileNotFound, PermissionDenied, ReadFailed (also for what is not a regular file).
    [[nodiscard]] static Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    [[nodiscard]] std::span<const std::byte> bytes() const;
    [[nodiscard]] const std::filesystem::path& path() const;

    /// FileChanged once a page could not be read or the file is shorter than it was, else success.
    /// Cheap: one atomic load and one fstat.
    [[nodiscard]] Result<void> damage() const;

private:
    struct State;
    explicit MappedFile(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Gives the pages that lie wholly inside `bytes` of a mapped file back to the system, for reading a file larger
/// than memory in pieces. They are read from disk again when somebody looks at them.
void releasePages(std::span<const std::byte> bytes);

} // namespace moru
