#include "engine/stop/repetition_detector.h"

#include <algorithm>

namespace moru {

bool RepetitionDetector::push(TokenId id)
{
    const std::size_t reachable = std::min(m_count, kLongestPeriod);
    for (std::size_t period = 1; period <= reachable; ++period) {
        const bool same = m_recent[(m_count - period) % kLongestPeriod] == id;
        m_run[period] = same ? m_run[period] + 1 : 0;
        if (m_period == 0 && m_run[period] >= std::max(kShortestLoop, kCopies * period))
            m_period = period;
    }
    m_recent[m_count % kLongestPeriod] = id;
    ++m_count;
    return m_period != 0;
}

void RepetitionDetector::reset()
{
    *this = RepetitionDetector();
}

} // namespace moru
