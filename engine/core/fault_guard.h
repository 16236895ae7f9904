#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace moru {

/// Turns SIGBUS inside registered mappings into a flag: the page that cannot be read becomes a page of zeros,
/// the mapping counts as damaged, and the thread goes on. Any other SIGBUS goes where it would have gone
/// without us.
class FaultGuard {
public:
    /// One mapping. The signal handler reads it at any moment, so a change is bracketed by an odd `version`.
    struct Slot {
        std::atomic<std::uint32_t> version { 0 };
        std::atomic<std::uintptr_t> begin { 0 }; ///< 0: free.
        std::atomic<std::uintptr_t> end { 0 };
        std::atomic<bool> damaged { false };
    };
    static constexpr std::size_t kSlotCount
        = 2048; ///< Far above the shards of any model; a fixed table needs no lock.

    /// Registers pages mapped with PROT_READ; installs the handler the first time. Null when the table is
    /// full.
    [[nodiscard]] static Slot* add(const void* address, std::size_t size);
    static void remove(Slot* slot);
};

} // namespace moru
