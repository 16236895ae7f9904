#include "engine/core/gate.h"

#include <limits>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#if !defined(__x86_64__)
#include <thread>
#endif

namespace moru {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPausesPerLook = 8; // between two looks at the clock, which costs about 25 ns

void pause()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

static_assert(
    sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t), "the kernel looks at the number itself");

} // namespace

void Gate::waitWhile(std::uint32_t old, Clock::duration spinTime)
{
    if (spinTime > Clock::duration::zero()) {
        const auto end = Clock::now() + spinTime;
        do {
            for (int i = 0; i < kPausesPerLook; ++i) {
                if (value() != old)
                    return;
                pause();
            }
        } while (Clock::now() < end);
    }
    // In one total order with `change`: either it sees this sleeper, or the kernel sees the new value.
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    while (value_.load(std::memory_order_seq_cst) == old)
        syscall(SYS_futex, &value_, FUTEX_WAIT_PRIVATE, old, nullptr, nullptr, 0);
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
}

void Gate::change(std::uint32_t value)
{
    value_.store(value, std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_seq_cst) > 0)
        syscall(SYS_futex, &value_, FUTEX_WAKE_PRIVATE, std::numeric_limits<int>::max(), nullptr, nullptr, 0);
}

} // namespace moru
