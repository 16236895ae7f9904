#include "engine/core/mapped_file.h"

#include "engine/core/fault_guard.h"
#include "engine/core/mapped_memory.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace moru {

struct MappedFile::State {
    std::filesystem::path path;
    int descriptor = -1;
    const std::byte* data = nullptr;
    std::size_t size = 0;
    FaultGuard::Slot* slot = nullptr; // null for an empty file, which has no pages to fault

    ~State()
    {
        // Out of the tables first: from then on the addresses may belong to somebody else.
        if (slot)
            FaultGuard::remove(slot);
        if (data) {
            forgetMapping(data);
            ::munmap(const_cast<std::byte*>(data), size);
        }
        if (descriptor >= 0)
            ::close(descriptor);
    }
};

MappedFile::MappedFile(std::unique_ptr<State> state)
    : state_(std::move(state))
{
}

MappedFile::~MappedFile() = default;

namespace {

ErrorCode codeOfErrno(int number)
{
    switch (number) {
    case ENOENT:
    case ENOTDIR:
        return ErrorCode::FileNotFound;
    case EACCES:
    case EPERM:
        return ErrorCode::PermissionDenied;
    default:
        return ErrorCode::ReadFailed;
    }
}

} // namespace

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::filesystem::path& path)
{
    auto state = std::make_unique<State>();
    state->path = path;
    // O_NONBLOCK: opening a pipe that nobody writes to must not wait for ever.
    state->descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (state->descriptor < 0)
        return failure(codeOfErrno(errno), path.string(), "cannot be opened: {}", std::strerror(errno));
    struct stat status {};
    if (::fstat(state->descriptor, &status) != 0)
        return failure(ErrorCode::ReadFailed, path.string(), "cannot be examined: {}", std::strerror(errno));
    if (!S_ISREG(status.st_mode))
        return failure(ErrorCode::ReadFailed, path.string(), "is not a regular file");
    state->size = static_cast<std::size_t>(status.st_size);
    if (state->size > 0) {
        void* address = ::mmap(nullptr, state->size, PROT_READ, MAP_PRIVATE, state->descriptor, 0);
        if (address == MAP_FAILED)
            return failure(ErrorCode::ReadFailed, path.string(), "{} bytes cannot be mapped: {}", state->size,
                std::strerror(errno));
        state->data = static_cast<const std::byte*>(address);
        noteMapping(state->data, state->size);
        state->slot = FaultGuard::add(state->data, state->size);
        if (!state->slot)
            return failure(ErrorCode::ReadFailed, path.string(), "more than {} files are mapped",
                FaultGuard::kSlotCount);
    }
    return std::shared_ptr<const MappedFile>(new MappedFile(std::move(state)));
}

std::span<const std::byte> MappedFile::bytes() const
{
    return { state_->data, state_->size };
}

const std::filesystem::path& MappedFile::path() const
{
    return state_->path;
}

Result<void> MappedFile::damage() const
{
    if (!state_->slot)
        return {};
    if (state_->slot->damaged.load())
        return failure(ErrorCode::FileChanged, state_->path.string(),
            "a part could not be read while the file was in use: it shrank or its disk failed");
    // A file cut inside its last page reads as zeros there without any fault.
    struct stat status {};
    if (::fstat(state_->descriptor, &status) == 0 && static_cast<std::size_t>(status.st_size) < state_->size)
        return failure(ErrorCode::FileChanged, state_->path.string(),
            "shrank from {} to {} bytes while in use", state_->size, status.st_size);
    return {};
}

void releasePages(std::span<const std::byte> bytes)
{
    constexpr std::uintptr_t kPageBytes = 4096;
    const auto begin
        = (reinterpret_cast<std::uintptr_t>(bytes.data()) + kPageBytes - 1) / kPageBytes * kPageBytes;
    const auto end = reinterpret_cast<std::uintptr_t>(bytes.data() + bytes.size()) / kPageBytes * kPageBytes;
    if (begin < end)
        ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

} // namespace moru
