#include "app/cli/file_output.h"

#include "app/cli/output.h"

#include <bit>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace moru::cli {

namespace {

static_assert(std::endian::native == std::endian::little, "SafeTensors numbers are little-endian");

constexpr std::size_t kAlignment = 8; // of the header's end, so that the numbers are aligned

std::unexpected<Error> writeFailure(const std::filesystem::path& path, int code)
{
    const ErrorCode kind = code == ENOSPC || code == EDQUOT ? ErrorCode::DiskFull
        : code == EACCES || code == EPERM || code == EROFS  ? ErrorCode::PermissionDenied
        : code == ENOENT || code == ENOTDIR                 ? ErrorCode::FileNotFound
                                                            : ErrorCode::WriteFailed;
    return failure(kind, path.string(), "cannot be written: {}", std::strerror(code));
}

Result<void> writeParts(const std::filesystem::path& path, std::span<const std::string_view> parts)
{
    const std::string partial = path.string() + ".partial";
    const int file = ::open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return writeFailure(path, errno);
    int code = 0;
    for (const std::string_view part : parts) {
        if (code == 0)
            code = writeAll(file, part);
    }
    if (::close(file) != 0 && code == 0)
        code = errno;
    if (code == 0 && ::rename(partial.c_str(), path.c_str()) != 0)
        code = errno;
    if (code == 0)
        return {};
    ::unlink(partial.c_str());
    return writeFailure(path, code);
}

} // namespace

Result<void> writeTensors(const std::filesystem::path& path, std::span<const NamedTensor> tensors)
{
    Json header = Json::object();
    std::vector<std::string_view> parts(2);
    std::size_t offset = 0;
    for (const NamedTensor& tensor : tensors) {
        const std::size_t size = tensor.values.size() * sizeof(float);
        header[tensor.name] = { { "dtype", "F32" }, { "shape", tensor.shape },
            { "data_offsets", { offset, offset + size } } };
        parts.emplace_back(reinterpret_cast<const char*>(tensor.values.data()), size);
        offset += size;
    }
    std::string text = dumpJson(header);
    text.append((kAlignment - text.size() % kAlignment) % kAlignment, ' ');
    const std::uint64_t length = text.size();
    parts[0] = std::string_view(reinterpret_cast<const char*>(&length), sizeof length);
    parts[1] = text;
    return writeParts(path, parts);
}

Result<void> writeTextFile(const std::filesystem::path& path, std::string_view text)
{
    return writeParts(path, std::span(&text, 1));
}

} // namespace moru::cli
