#pragma once

#include "engine/api/error.h"

#include <cstddef>
#include <span>

namespace moru {

/// Zeroed memory from the operating system, page-aligned; large ones ask for huge pages. Given back on
/// destruction.
class AlignedBuffer {
public:
    AlignedBuffer() = default;
    AlignedBuffer(AlignedBuffer&& other) noexcept;
    AlignedBuffer& operator=(AlignedBuffer&& other) noexcept;
    AlignedBuffer(const AlignedBuffer&) = delete;
    AlignedBuffer& operator=(const AlignedBuffer&) = delete;
    ~AlignedBuffer();

    /// Errors: OutOfMemory with the size and `purpose` in the sentence.
    [[nodiscard]] static Result<AlignedBuffer> allocate(std::size_t sizeBytes, const char* purpose);

    [[nodiscard]] std::byte* data() const { return data_; }
    [[nodiscard]] std::size_t sizeBytes() const { return sizeBytes_; }
    template <typename T> [[nodiscard]] std::span<T> as() const
    {
        return { reinterpret_cast<T*>(data_), sizeBytes_ / sizeof(T) };
    }

private:
    std::byte* data_ = nullptr;
    std::size_t sizeBytes_ = 0;
};

/// Asks for the pages of a buffer's part now instead of one by one when they are first written. Only advice:
/// where the system has no such call, or too little memory, it does nothing.
void makeResident(std::span<const std::byte> bytes);

} // namespace moru
