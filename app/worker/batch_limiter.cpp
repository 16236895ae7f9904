#include "app/worker/batch_limiter.h"

#include <algorithm>

namespace moru {

namespace {

// Credit saved up plus credit earned stay at or below 30 in any one second.
constexpr double kBurst = 5;
constexpr double kPerSecond = 25;

} // namespace

BatchLimiter::BatchLimiter(SteadyTime now)
    : m_credit(kBurst)
    , m_refilledAt(now)
{
}

bool BatchLimiter::admit(SteadyTime now)
{
    const double seconds = std::chrono::duration<double>(now - m_refilledAt).count();
    m_credit = std::min(kBurst, m_credit + seconds * kPerSecond);
    m_refilledAt = now;
    if (m_credit < 1)
        return false;
    m_credit -= 1;
    return true;
}

} // namespace moru
