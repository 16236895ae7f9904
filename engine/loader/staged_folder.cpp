#include "engine/loader/staged_folder.h"

#include "engine/loader/staged_file.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace moru {

namespace {

namespace fs = std::filesystem;

Result<void> refuseTakenName(const fs::path& folder)
{
    std::error_code ignored;
    const fs::file_status status = fs::symlink_status(folder, ignored);
    if (!fs::exists(status) || (fs::is_directory(status) && fs::is_empty(folder, ignored)))
        return {};
    return failure(ErrorCode::InvalidRequest, folder.string(), "it exists already; nothing is overwritten");
}

Result<void> refuseFullDisk(const fs::path& parent, const fs::path& folder, std::uint64_t sizeBytes)
{
    std::error_code error;
    const fs::space_info space = fs::space(parent, error);
    if (!error && space.available < sizeBytes)
        return failure(ErrorCode::DiskFull, folder.string(), "{} MB are needed, {} MB are free",
            sizeBytes / 1'000'000, space.available / 1'000'000);
    return {};
}

} // namespace

Result<StagedFolder> StagedFolder::create(const fs::path& folder, std::uint64_t sizeBytes)
{
    static std::atomic<unsigned> counter { 0 };
    StagedFolder staged;
    staged.folder_ = fs::absolute(folder).lexically_normal();
    if (!staged.folder_.has_filename()) // "name/"
        staged.folder_ = staged.folder_.parent_path();
    if (auto refused = refuseTakenName(staged.folder_); !refused)
        return std::unexpected(refused.error());
    const fs::path parent = staged.folder_.parent_path();
    std::error_code error;
    fs::create_directories(parent, error);
    if (error)
        return failure(
            writeErrorCode(error.value()), parent.string(), "cannot be created: {}", error.message());
    if (auto refused = refuseFullDisk(parent, staged.folder_, sizeBytes); !refused)
        return std::unexpected(refused.error());
    int made = -1;
    fs::path temporary;
    do { // a dot in front: half a model must not be found by whoever looks for models
        temporary = parent
            / fmt::format(".{}.partial-{}-{}", staged.folder_.filename().string(), ::getpid(), counter++);
        made = ::mkdir(temporary.c_str(), 0777);
    } while (made != 0 && errno == EEXIST);
    if (made != 0)
        return failure(
            writeErrorCode(errno), temporary.string(), "cannot be created: {}", std::strerror(errno));
    staged.temporary_ = std::move(temporary);
    return staged;
}

Result<void> StagedFolder::commit()
{
    if (auto refused = refuseTakenName(folder_); !refused)
        return refused;
    // rename replaces an empty folder, and fails where something was put into it meanwhile
    if (::rename(temporary_.c_str(), folder_.c_str()) != 0)
        return failure(
            writeErrorCode(errno), folder_.string(), "cannot be put in place: {}", std::strerror(errno));
    temporary_.clear();
    return {};
}

StagedFolder::StagedFolder(StagedFolder&& other) noexcept
    : folder_(std::move(other.folder_))
    , temporary_(std::exchange(other.temporary_, {}))
{
}

StagedFolder::~StagedFolder()
{
    std::error_code ignored;
    if (!temporary_.empty())
        fs::remove_all(temporary_, ignored);
}

} // namespace moru
