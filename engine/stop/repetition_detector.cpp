#include "engine/stop/repetition_detector.h"

#include <algorithm>

namespace moru {

bool RepetitionDetector::push(TokenId id)
{
    const std::size_t reachable = std::min(count_, kLongestPeriod);
    for (std::size_t period = 1; period <= reachable; ++period) {
        const bool same = recent_[(count_ - period) % kLongestPeriod] == id;
        run_[period] = same ? run_[period] + 1 : 0;
        if (period_ == 0 && run_[period] >= std::max(kShortestLoop, kCopies * period))
            period_ = period;
    }
    recent_[count_ % kLongestPeriod] = id;
    ++count_;
    return period_ != 0;
}

void RepetitionDetector::reset()
{
    *this = RepetitionDetector();
}

} // namespace moru
