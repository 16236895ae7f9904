#include "engine/core/allowed_processors.h"
#include "engine/core/cgroup_limits.h"
#include "engine/core/thread_pool.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

namespace moru {

namespace {

/// Processors that share a core have the same list of siblings; where it cannot be read each is its own core.
std::string coreOf(int processor)
{
    std::ifstream in(
        "/sys/devices/system/cpu/cpu" + std::to_string(processor) + "/topology/thread_siblings_list");
    std::string siblings;
    if (!std::getline(in, siblings) || siblings.empty())
        return "processor " + std::to_string(processor);
    return siblings;
}

int coresByAffinity()
{
    std::set<std::string> cores;
    for (const int processor : allowedProcessors())
        cores.insert(coreOf(processor));
    return static_cast<int>(cores.size());
}

} // namespace

int allowedThreadCount()
{
    int count = coresByAffinity();
    // Rounded down: a thread more than the quota pays for is throttled in the middle of a barrier.
    if (const auto quota = readCgroupLimits().processors)
        count = std::min(count, static_cast<int>(std::min(*quota, 1.0e6)));
    return std::max(1, count);
}

} // namespace moru
