#pragma once

#include <chrono>
#include <functional>

namespace moru {

using SteadyTime = std::chrono::steady_clock::time_point;
using SteadyClock = std::function<SteadyTime()>; ///< Tests put a clock of their own here.

/// Lets at most 30 batches through in any second. A few may come close together, so that a slow model's token
/// is shown when it comes and not only with the next one.
class BatchLimiter {
public:
    explicit BatchLimiter(SteadyTime now);
    /// True when a batch may go out now; then it counts as sent.
    [[nodiscard]] bool admit(SteadyTime now);
    /// When the next batch may go out, if none does before: now, or up to 40 ms later.
    [[nodiscard]] SteadyTime nextAdmission(SteadyTime now) const;

private:
    [[nodiscard]] double creditAt(SteadyTime now) const;

    double m_credit;
    SteadyTime m_refilledAt;
};

} // namespace moru
