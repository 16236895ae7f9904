#include "engine/core/cgroup_limits.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <string_view>

namespace moru {

namespace {

namespace fs = std::filesystem;

template <typename T> void keepSmaller(std::optional<T>& limit, T candidate)
{
    limit = limit ? std::min(*limit, candidate) : candidate;
}

/// The first two words of a file as numbers; "max" and whatever else is no number leaves them unset.
struct Words {
    std::optional<double> first;
    std::optional<double> second;
};

std::optional<double> number(std::string_view word)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size())
        return std::nullopt;
    return static_cast<double>(value);
}

Words readWords(const fs::path& file)
{
    std::ifstream in(file);
    std::string first;
    std::string second;
    in >> first >> second;
    return { number(first), number(second) };
}

/// Bytes of file pages in a memory.stat; the kernel drops them when memory is short.
double fileCacheBytes(const fs::path& statFile, std::string_view active, std::string_view inactive)
{
    std::ifstream in(statFile);
    std::string name;
    double bytes = 0;
    double sum = 0;
    while (in >> name >> bytes) {
        if (name == active || name == inactive)
            sum += bytes;
    }
    return sum;
}

void readMemory(CgroupLimits& limits, std::optional<double> most, std::optional<double> used, double cache)
{
    constexpr double kUnlimited = 9.0e18; // version 1 writes the largest page-aligned signed number
    if (!most || *most >= kUnlimited)
        return;
    keepSmaller(limits.memoryBytes, static_cast<std::uint64_t>(*most));
    const double taken = std::max(0.0, used.value_or(0) - cache);
    keepSmaller(limits.availableMemoryBytes, static_cast<std::uint64_t>(std::max(0.0, *most - taken)));
}

void readVersion2(CgroupLimits& limits, const fs::path& group)
{
    const Words cpu = readWords(group / "cpu.max");
    if (cpu.first && cpu.second && *cpu.second > 0)
        keepSmaller(limits.processors, *cpu.first / *cpu.second);
    readMemory(limits, readWords(group / "memory.max").first, readWords(group / "memory.current").first,
        fileCacheBytes(group / "memory.stat", "active_file", "inactive_file"));
}

void readVersion1Cpu(CgroupLimits& limits, const fs::path& group)
{
    const auto quota = readWords(group / "cpu.cfs_quota_us").first; // −1, not a number here: unlimited
    const auto period = readWords(group / "cpu.cfs_period_us").first;
    if (quota && period && *period > 0)
        keepSmaller(limits.processors, *quota / *period);
}

void readVersion1Memory(CgroupLimits& limits, const fs::path& group)
{
    readMemory(limits, readWords(group / "memory.limit_in_bytes").first,
        readWords(group / "memory.usage_in_bytes").first,
        fileCacheBytes(group / "memory.stat", "total_active_file", "total_inactive_file"));
}

/// Calls `read` for the group and each parent up to the hierarchy's mount point. In a container the group's
/// path may not be visible; the mount point then is the group, and it is visited in any case.
template <typename Read>
void visitUpwards(CgroupLimits& limits, const fs::path& mount, const std::string& group, Read read)
{
    fs::path relative = fs::path(group).relative_path().lexically_normal();
    while (!relative.empty() && relative != ".") {
        read(limits, mount / relative);
        relative = relative.parent_path();
    }
    read(limits, mount);
}

bool names(std::string_view controllers, std::string_view wanted)
{
    while (!controllers.empty()) {
        const auto comma = controllers.find(',');
        if (controllers.substr(0, comma) == wanted)
            return true;
        controllers = comma == std::string_view::npos ? std::string_view {} : controllers.substr(comma + 1);
    }
    return false;
}

} // namespace

CgroupLimits readCgroupLimits(const fs::path& membership, const fs::path& root)
{
    CgroupLimits limits;
    std::ifstream in(membership);
    std::string line; // "hierarchy:controllers:path"; version 2 has hierarchy 0 and no controllers
    while (std::getline(in, line)) {
        const auto firstColon = line.find(':');
        const auto secondColon
            = firstColon == std::string::npos ? firstColon : line.find(':', firstColon + 1);
        if (secondColon == std::string::npos)
            continue;
        const std::string controllers = line.substr(firstColon + 1, secondColon - firstColon - 1);
        const std::string group = line.substr(secondColon + 1);
        if (controllers.empty()) {
            visitUpwards(limits, root, group, readVersion2);
            visitUpwards(limits, root / "unified", group, readVersion2);
        }
        if (names(controllers, "cpu"))
            visitUpwards(limits, root / "cpu", group, readVersion1Cpu);
        if (names(controllers, "memory"))
            visitUpwards(limits, root / "memory", group, readVersion1Memory);
    }
    return limits;
}

} // namespace moru
