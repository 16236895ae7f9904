#include "engine/program/team_size.h"

#include <algorithm>

namespace moru {

namespace {

constexpr int kStepsPerRound = 4;
constexpr std::int64_t kRoundNs = 40'000'000; ///< At least: several of a scheduler's time slices.
constexpr int kMostStepsPerRound = 64;
constexpr double kMuchWaiting = 0.3; ///< Workers with processors of their own wait for a few hundredths.
constexpr double kAsFast = 1.03; ///< Times the time before.
constexpr double kClearlyFaster = 0.93; ///< The same; less is noise.
constexpr double kHopeless = 1.5; ///< Times the time before: the trial ends at once.
constexpr std::int64_t kFirstPauseNs = 500'000'000;
constexpr std::int64_t kLongestPauseNs = 8'000'000'000;

} // namespace

void TeamSize::stepped(std::int64_t nowNs, std::int64_t durationNs, std::int64_t waitedNs)
{
    if (most_ == 1)
        return;
    ++round_.steps;
    round_.durationNs += durationNs;
    round_.waitedNs += waitedNs;
    const bool isHopeless = isTrying_
        && double(round_.durationNs) > kHopeless * nsPerStep_ * std::max(round_.steps, kStepsPerRound);
    const bool isLong = round_.durationNs >= kRoundNs || round_.steps >= kMostStepsPerRound;
    if (isHopeless || (round_.steps >= kStepsPerRound && isLong))
        endRound(nowNs);
}

void TeamSize::endRound(std::int64_t nowNs)
{
    const double nsPerStep = double(round_.durationNs) / round_.steps;
    const bool waitedMuch = double(round_.waitedNs) > kMuchWaiting * double(round_.durationNs);
    round_ = {};
    if (isTrying_) {
        isTrying_ = false;
        // A smaller team need not be faster: it leaves more to others.
        const bool isSmaller = tried_ < size_;
        const bool isBetter = nsPerStep < (isSmaller ? kAsFast : kClearlyFaster) * nsPerStep_;
        failedDown_ = !isBetter && isSmaller;
        pauseNs_ = isBetter ? 0 : std::clamp(2 * pauseNs_, kFirstPauseNs, kLongestPauseNs);
        const bool goesOn = isBetter && waitedMuch;
        nextTrialNs_ = nowNs + (goesOn ? 0 : std::max(pauseNs_, kFirstPauseNs));
        if (!isBetter)
            return;
        size_ = tried_;
    }
    nsPerStep_ = nsPerStep;
    if (nowNs >= nextTrialNs_)
        chooseTrial(waitedMuch);
}

void TeamSize::chooseTrial(bool waitedMuch)
{
    const bool canShrink = waitedMuch && size_ > 1;
    const bool canGrow = size_ < most_;
    if (canShrink && !(failedDown_ && canGrow))
        tried_ = size_ / 2;
    else if (canGrow)
        tried_ = std::min(most_, size_ + std::max(1, size_ / 3));
    else
        return;
    isTrying_ = true;
}

} // namespace moru
