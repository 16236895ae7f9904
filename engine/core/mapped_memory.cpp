#include "engine/core/mapped_memory.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace moru {

namespace {

constexpr std::uintptr_t kPageBytes = 4096;
constexpr std::uint64_t kIsPresent = std::uint64_t { 1 }
    << 63U; // of an entry: Documentation/admin-guide/mm/pagemap

struct Range {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
};

struct Mappings {
    std::mutex mutex;
    std::map<std::uintptr_t, std::uintptr_t> ends; // by begin

    [[nodiscard]] std::vector<Range> ranges()
    {
        const std::lock_guard lock(mutex);
        std::vector<Range> all;
        for (const auto& [begin, end] : ends)
            all.push_back({ begin, end });
        return all;
    }
};

Mappings& mappings()
{
    static auto& all = *new Mappings; // never destroyed: buffers may outlive every static
    return all;
}

/// Pages of the range that are present, of those that could be read.
std::optional<std::uint64_t> presentPages(int pagemap, const Range& range)
{
    std::array<std::uint64_t, 4096> entries {};
    std::uintptr_t page = range.begin / kPageBytes;
    const std::uintptr_t last = (range.end + kPageBytes - 1) / kPageBytes;
    std::uint64_t present = 0;
    while (page < last) {
        const std::size_t wanted = std::min(entries.size(), std::size_t(last - page)) * sizeof entries[0];
        const ssize_t read = ::pread(pagemap, entries.data(), wanted, off_t(page * sizeof entries[0]));
        if (read < ssize_t(sizeof entries[0]))
            return std::nullopt;
        const std::size_t count = std::size_t(read) / sizeof entries[0];
        present += std::uint64_t(std::count_if(entries.begin(), entries.begin() + std::ptrdiff_t(count),
            [](std::uint64_t entry) { return (entry & kIsPresent) != 0; }));
        page += count;
    }
    return present;
}

} // namespace

void noteMapping(const void* start, std::size_t bytes)
{
    const auto begin = reinterpret_cast<std::uintptr_t>(start);
    const std::lock_guard lock(mappings().mutex);
    mappings().ends.insert_or_assign(begin, begin + bytes);
}

void forgetMapping(const void* start)
{
    const std::lock_guard lock(mappings().mutex);
    mappings().ends.erase(reinterpret_cast<std::uintptr_t>(start));
}

std::optional<std::uint64_t> residentMappedBytes()
{
    const int pagemap = ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    if (pagemap < 0)
        return std::nullopt;
    std::optional<std::uint64_t> pages = 0;
    // Without the lock: what is unmapped meanwhile reads as absent, and nobody waits for this.
    for (const Range& range : mappings().ranges()) {
        const auto present = presentPages(pagemap, range);
        pages = present ? std::optional(*pages + *present) : std::nullopt;
        if (!pages)
            break;
    }
    ::close(pagemap);
    return pages ? std::optional(*pages * kPageBytes) : std::nullopt;
}

} // namespace moru
