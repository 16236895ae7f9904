#include "engine/core/aligned_buffer.h"

#include "engine/core/mapped_memory.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include <sys/mman.h>

namespace moru {

namespace {

constexpr std::size_t kPageBytes = 4096;
constexpr std::size_t kHugePageBytes = std::size_t { 2 } << 20U;

std::size_t roundUp(std::size_t size, std::size_t unit)
{
    return (size + unit - 1) / unit * unit;
}

/// What was mapped for a buffer of this size: whole huge pages for large ones.
std::size_t mappedBytes(std::size_t sizeBytes)
{
    return roundUp(sizeBytes, sizeBytes >= kHugePageBytes ? kHugePageBytes : kPageBytes);
}

std::byte* map(std::size_t bytes)
{
    void* start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return start == MAP_FAILED ? nullptr : static_cast<std::byte*>(start);
}

/// Maps one huge page more than asked and gives back both ends, so that the start is a huge page's.
std::byte* mapHugePages(std::size_t bytes)
{
    std::byte* start = map(bytes + kHugePageBytes);
    if (start == nullptr)
        return nullptr;
    const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(start) % kHugePageBytes;
    const std::size_t before = misaligned == 0 ? 0 : kHugePageBytes - misaligned;
    if (before > 0)
        munmap(start, before);
    munmap(start + before + bytes, kHugePageBytes - before);
    madvise(start + before, bytes, MADV_HUGEPAGE); // only advice: without it the memory works as well
    return start + before;
}

} // namespace

AlignedBuffer::AlignedBuffer(AlignedBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr))
    , sizeBytes_(std::exchange(other.sizeBytes_, 0))
{
}

AlignedBuffer& AlignedBuffer::operator=(AlignedBuffer&& other) noexcept
{
    std::swap(data_, other.data_);
    std::swap(sizeBytes_, other.sizeBytes_);
    return *this;
}

AlignedBuffer::~AlignedBuffer()
{
    if (data_ == nullptr)
        return;
    forgetMapping(data_);
    munmap(data_, mappedBytes(sizeBytes_));
}

Result<AlignedBuffer> AlignedBuffer::allocate(std::size_t sizeBytes, const char* purpose)
{
    AlignedBuffer buffer;
    if (sizeBytes == 0)
        return buffer;
    constexpr std::size_t kLargest = std::numeric_limits<std::ptrdiff_t>::max() - 2 * kHugePageBytes;
    errno = ENOMEM;
    if (sizeBytes <= kLargest) {
        const std::size_t bytes = mappedBytes(sizeBytes);
        buffer.data_ = sizeBytes >= kHugePageBytes ? mapHugePages(bytes) : map(bytes);
    }
    if (buffer.data_ == nullptr)
        return failure(ErrorCode::OutOfMemory, "", "{} bytes for {} are not to be had: {}", sizeBytes,
            purpose, std::strerror(errno));
    buffer.sizeBytes_ = sizeBytes;
    noteMapping(buffer.data_, mappedBytes(sizeBytes));
    return buffer;
}

void makeResident(std::span<const std::byte> bytes)
{
    const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data()) / kPageBytes * kPageBytes;
    const auto end = reinterpret_cast<std::uintptr_t>(bytes.data() + bytes.size());
    if (begin < end)
        madvise(reinterpret_cast<void*>(begin), roundUp(end - begin, kPageBytes), MADV_POPULATE_WRITE);
}

} // namespace moru
