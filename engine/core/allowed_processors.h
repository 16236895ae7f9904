#pragma once

#include <functional>
#include <vector>

#include <sched.h>

namespace moru {

/// Writes the processors that this thread may use into a set of so many bytes. 0, or the error's number:
/// EINVAL where the set is smaller than the kernel's own.
using AffinityReader = std::function<int(std::size_t bytes, cpu_set_t* set)>;

[[nodiscard]] int readAffinity(std::size_t bytes, cpu_set_t* set);

/// Numbers of the processors that affinity allows, ascending. The set grows until the kernel's fits: a fixed
/// one holds 1,024 processors, and there are machines with more. None where they cannot be read.
[[nodiscard]] std::vector<int> allowedProcessors(const AffinityReader& read = readAffinity);

} // namespace moru
