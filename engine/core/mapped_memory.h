#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace moru {

/// Keeps count of what the engine has mapped, buffers and files. Memory is reserved long before it is
/// written, so only the system knows how much of it the process holds. Any thread may call these.
void noteMapping(const void* start, std::size_t bytes);
/// Before the memory is given back: from then on the addresses may belong to somebody else.
void forgetMapping(const void* start);

/// Bytes of the noted mappings that are resident in this process now. Reads a word a page: 1 ms for each
/// 500 MB in pages of 4 KiB. Unset where the system does not tell.
[[nodiscard]] std::optional<std::uint64_t> residentMappedBytes();

} // namespace moru
