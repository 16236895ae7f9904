#pragma once

#include <cstdint>

namespace moru {

/// The cheapest steady clock there is: the time-stamp counter where it runs at a constant rate (some 10 ns a
/// reading), else the operating system's steady clock.
[[nodiscard]] std::uint64_t readTicks();

/// Measured once against the steady clock.
[[nodiscard]] double nanosecondsPerTick();

[[nodiscard]] inline std::int64_t ticksToNs(std::uint64_t ticks)
{
    return std::int64_t(double(ticks) * nanosecondsPerTick());
}

} // namespace moru
