#include "engine/core/allowed_processors.h"

#include <cerrno>

namespace moru {

namespace {

constexpr std::size_t kMostSets = 1024; ///< Of 1,024 processors each; more than any kernel is built for.

} // namespace

int readAffinity(std::size_t bytes, cpu_set_t* set)
{
    return sched_getaffinity(0, bytes, set) == 0 ? 0 : errno;
}

std::vector<int> allowedProcessors(const AffinityReader& read)
{
    for (std::size_t count = 1; count <= kMostSets; count *= 2) {
        std::vector<cpu_set_t> sets(count); // one large set: CPU_ALLOC's is an array of the same words
        const std::size_t bytes = count * sizeof(cpu_set_t);
        const int error = read(bytes, sets.data());
        if (error == EINVAL)
            continue;
        std::vector<int> processors;
        for (std::size_t processor = 0; error == 0 && processor < bytes * 8; ++processor) {
            if (CPU_ISSET_S(processor, bytes, sets.data()))
                processors.push_back(static_cast<int>(processor));
        }
        return processors;
    }
    return {};
}

} // namespace moru
