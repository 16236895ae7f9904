#pragma once

#include "engine/api/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace moru {

/// The machine as the engine sees it: what the processor can do and what this process may use.
struct MachineDescription {
    std::string processorName;
    std::string isa; ///< Kernel set in use: "scalar", "avx2", "avx512" …
    std::vector<std::string> features; ///< Instruction sets that matter to the kernels and are present.
    int threadCount = 1; ///< Physical cores allowed by affinity and cgroup: the default number of threads.
    std::uint64_t totalMemoryBytes = 0; ///< Of the machine, or the cgroup's limit where that is less.
    std::uint64_t availableMemoryBytes = 0; ///< What could be allocated now without swapping.
};

/// Errors: UnsupportedIsa, InvalidSetting when MORU_ISA names a kernel set that cannot run here.
[[nodiscard]] Result<MachineDescription> describeMachine();

/// Resident memory of this process now and at its peak.
struct ProcessMemory {
    std::uint64_t residentBytes = 0;
    std::uint64_t peakResidentBytes = 0;
    /// Of the resident ones, those in the engine's buffers and mapped files. What is reserved and was not
    /// touched yet is not among them. Unset where the system does not tell.
    std::optional<std::uint64_t> engineBytes = std::nullopt;
};
[[nodiscard]] ProcessMemory processMemory();

/// Reads memory far larger than the caches with plain vector loads, for about `milliseconds`.
/// Units: bytes per second over all threads together; the best of several passes.
[[nodiscard]] double probeReadBandwidth(int threadCount, int milliseconds = 300);

/// Multiplies bytes in registers with the kernel set in use, for about `milliseconds`: what its integer
/// products could reach at most.
/// Units: operations per second over all threads together, a multiplication and an addition counting as two;
/// the best of several passes. 0 where MORU_ISA names a kernel set that cannot run here.
[[nodiscard]] double probeIntegerPeak(int threadCount, int milliseconds = 50);

} // namespace moru
