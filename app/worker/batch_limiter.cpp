#include "app/worker/batch_limiter.h"

#include <algorithm>

namespace moru {

namespace {

// Text that grows 20 times a second looks steady; each time it is laid out and painted, on cores that decode.
// Credit saved up plus credit earned stay at or below 30 in any one second.
constexpr double kBurst = 5;
constexpr double kPerSecond = 20;

} // namespace

BatchLimiter::BatchLimiter(SteadyTime now)
    : m_credit(kBurst)
    , m_refilledAt(now)
{
}

double BatchLimiter::creditAt(SteadyTime now) const
{
    const double seconds = std::chrono::duration<double>(now - m_refilledAt).count();
    return std::min(kBurst, m_credit + seconds * kPerSecond);
}

SteadyTime BatchLimiter::nextAdmission(SteadyTime now) const
{
    const double missing = std::max(0.0, 1 - creditAt(now));
    const std::chrono::duration<double> wait(missing / kPerSecond);
    // Rounded up: a moment too early there would not be enough credit yet.
    return now + std::chrono::ceil<std::chrono::microseconds>(wait);
}

bool BatchLimiter::admit(SteadyTime now)
{
    m_credit = creditAt(now);
    m_refilledAt = now;
    constexpr double kRounding = 1e-9; // of the sums above
    if (m_credit < 1 - kRounding)
        return false;
    m_credit -= 1;
    return true;
}

} // namespace moru
