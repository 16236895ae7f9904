#include "engine/loader/staged_file.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace moru {

struct StagedFile::State {
    std::filesystem::path path;
    std::filesystem::path temporary;
    int descriptor = -1;

    [[nodiscard]] std::unexpected<Error> failed(const char* what) const
    {
        const int number = errno;
        return failure(writeErrorCode(number), path.string(), "{}: {}", what, std::strerror(number));
    }

    ~State()
    {
        if (descriptor >= 0)
            ::close(descriptor);
        if (!temporary.empty())
            ::unlink(temporary.c_str());
    }
};

StagedFile::StagedFile(std::unique_ptr<State> state)
    : state_(std::move(state))
{
}

StagedFile::StagedFile(StagedFile&&) noexcept = default;
StagedFile& StagedFile::operator=(StagedFile&&) noexcept = default;
StagedFile::~StagedFile() = default;

ErrorCode writeErrorCode(int errorNumber)
{
    switch (errorNumber) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return ErrorCode::DiskFull;
    case EACCES:
    case EPERM:
    case EROFS:
        return ErrorCode::PermissionDenied;
    case ENOENT:
    case ENOTDIR:
        return ErrorCode::FileNotFound;
    default:
        return ErrorCode::WriteFailed;
    }
}

Result<StagedFile> StagedFile::create(const std::filesystem::path& path)
{
    static std::atomic<unsigned> counter { 0 };
    auto state = std::make_unique<State>();
    state->path = path;
    do {
        std::filesystem::path temporary = path;
        temporary += fmt::format(".partial-{}-{}", ::getpid(), counter++);
        state->descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (state->descriptor >= 0)
            state->temporary = temporary;
    } while (state->descriptor < 0 && errno == EEXIST); // left over from a process of the same number
    if (state->descriptor < 0)
        return state->failed("cannot be created");
    return StagedFile(std::move(state));
}

Result<void> StagedFile::write(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(state_->descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return state_->failed("cannot be written");
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> StagedFile::write(std::string_view text)
{
    return write(std::as_bytes(std::span(text)));
}

Result<void> StagedFile::commit()
{
    if (::fsync(state_->descriptor) != 0)
        return state_->failed("cannot be written to disk");
    const int closed = ::close(std::exchange(state_->descriptor, -1));
    if (closed != 0)
        return state_->failed("cannot be written to disk");
    if (::rename(state_->temporary.c_str(), state_->path.c_str()) != 0)
        return state_->failed("cannot be put in place");
    state_->temporary.clear();
    return {};
}

} // namespace moru
