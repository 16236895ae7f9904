#include "engine/core/fault_guard.h"

#include <cerrno>
#include <csignal>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace moru {

namespace {

using Slot = FaultGuard::Slot;

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
    "the signal handler must not meet a lock");

std::array<Slot, FaultGuard::kSlotCount> slots;
std::mutex writers; // for add and remove only; the handler never takes it
struct sigaction previousAction {};
std::uintptr_t pageSize = 4096;

/// A slot that is being changed is skipped: nobody can be reading pages that are not registered yet, or no
/// longer.
Slot* slotOf(std::uintptr_t address)
{
    for (Slot& slot : slots) {
        const std::uint32_t version = slot.version.load();
        const std::uintptr_t begin = slot.begin.load();
        const std::uintptr_t end = slot.end.load();
        if (begin <= address && address < end && (version & 1U) == 0 && slot.version.load() == version)
            return &slot;
    }
    return nullptr;
}

bool replaceByZeros(std::uintptr_t begin, std::uintptr_t end)
{
    return ::mmap(reinterpret_cast<void*>(begin), end - begin, PROT_READ,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
        != MAP_FAILED;
}

void forward(int signal, siginfo_t* info, void* context)
{
    if ((previousAction.sa_flags & SA_SIGINFO) != 0 && previousAction.sa_sigaction) {
        previousAction.sa_sigaction(signal, info, context);
        return;
    }
    if (previousAction.sa_handler != SIG_DFL && previousAction.sa_handler != SIG_IGN) {
        previousAction.sa_handler(signal);
        return;
    }
    if (info->si_code <= 0 && previousAction.sa_handler == SIG_IGN)
        return; // sent by a process and ignored
    // The fault is repeated, or the signal sent again, with the action that was there before us.
    ::sigaction(signal, &previousAction, nullptr);
    if (info->si_code <= 0)
        ::raise(signal);
}

/// Async-signal-safe: atomics, mmap and sigaction only; errno is kept.
void handle(int signal, siginfo_t* info, void* context)
{
    const int savedErrno = errno;
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    Slot* slot = info->si_code > 0 ? slotOf(address) : nullptr; // > 0: from the kernel, not from kill()
    if (!slot) {
        forward(signal, info, context);
        errno = savedErrno;
        return;
    }
    slot->damaged.store(true); // before the zeros appear, so that who reads them can find out
    const std::uintptr_t page = address / pageSize * pageSize;
    // A kernel that runs out of mappings can still replace the whole file by one.
    if (!replaceByZeros(page, page + pageSize)) {
        const std::uintptr_t begin = slot->begin.load();
        if (!replaceByZeros(begin, slot->end.load()))
            forward(signal, info, context);
    }
    errno = savedErrno;
}

void install()
{
    pageSize = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, &action, &previousAction);
}

void publish(Slot& slot, std::uintptr_t begin, std::uintptr_t end)
{
    slot.version.fetch_add(1);
    slot.begin.store(begin);
    slot.end.store(end);
    slot.damaged.store(false);
    slot.version.fetch_add(1);
}

} // namespace

FaultGuard::Slot* FaultGuard::add(const void* address, std::size_t size)
{
    const std::lock_guard lock(writers);
    static const bool installed = (install(), true);
    static_cast<void>(installed);
    const auto begin = reinterpret_cast<std::uintptr_t>(address);
    const std::uintptr_t end = (begin + size + pageSize - 1) / pageSize * pageSize;
    for (Slot& slot : slots) {
        if (slot.begin.load() == 0) {
            publish(slot, begin, end);
            return &slot;
        }
    }
    return nullptr;
}

void FaultGuard::remove(Slot* slot)
{
    const std::lock_guard lock(writers);
    publish(*slot, 0, 0);
}

} // namespace moru
