#include "engine/api/machine.h"

#include "engine/core/cgroup_limits.h"
#include "engine/core/cpu_features.h"
#include "engine/core/mapped_memory.h"
#include "engine/core/thread_pool.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

namespace moru {

namespace {

/// The value of a "Name:   123 kB" line in bytes; 0 where there is no such line.
std::uint64_t kilobytesIn(const char* file, std::string_view name)
{
    std::ifstream in(file);
    std::string line;
    while (std::getline(in, line)) {
        if (line.size() > name.size() && line.starts_with(name) && line[name.size()] == ':')
            return std::strtoull(line.c_str() + name.size() + 1, nullptr, 10) * 1024;
    }
    return 0;
}

} // namespace

Result<MachineDescription> describeMachine()
{
    const auto isa = chosenIsa();
    if (!isa)
        return std::unexpected(isa.error());
    const CgroupLimits limits = readCgroupLimits();
    MachineDescription machine;
    machine.processorName = cpuFeatures().processorName;
    machine.isa = isaName(*isa);
    machine.features = cpuFeatures().names();
    machine.threadCount = allowedThreadCount();
    machine.totalMemoryBytes = kilobytesIn("/proc/meminfo", "MemTotal");
    machine.availableMemoryBytes = kilobytesIn("/proc/meminfo", "MemAvailable");
    if (limits.memoryBytes)
        machine.totalMemoryBytes = std::min(machine.totalMemoryBytes, *limits.memoryBytes);
    if (limits.availableMemoryBytes)
        machine.availableMemoryBytes = std::min(machine.availableMemoryBytes, *limits.availableMemoryBytes);
    return machine;
}

ProcessMemory processMemory()
{
    return { .residentBytes = kilobytesIn("/proc/self/status", "VmRSS"),
        .peakResidentBytes = kilobytesIn("/proc/self/status", "VmHWM"),
        .engineBytes = residentMappedBytes() };
}

} // namespace moru
