#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace moru {

/// What control groups leave to this process: the tightest limit from its own group up to the root.
struct CgroupLimits {
    std::optional<double> processors; ///< CPU quota divided by its period, e.g. 1.5
    std::optional<std::uint64_t> memoryBytes; ///< Largest amount of memory the group may use.
    std::optional<std::uint64_t> availableMemoryBytes; ///< What is left of it; file cache counts as free.
};

/// Reads both versions of control groups. Files that are absent or not understood set no limit.
/// `membership`: the text file with the process's groups; `root`: where the hierarchies are mounted.
/// Source: Linux Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst.
[[nodiscard]] CgroupLimits readCgroupLimits(const std::filesystem::path& membership = "/proc/self/cgroup",
    const std::filesystem::path& root = "/sys/fs/cgroup");

} // namespace moru
