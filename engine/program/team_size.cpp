#include "engine/program/team_size.h"

#include <algorithm>
#include <utility>

namespace moru {

namespace {

constexpr int kStepsPerRound = 4;
constexpr std::int64_t kRoundNs = 40'000'000; ///< At least: several of a scheduler's time slices.
/// Of nothing but waiting, before fewer are tried: painting takes a moment, a busy program stays.
constexpr std::int64_t kLongNs = 3 * kRoundNs;
constexpr int kMostStepsPerRound = 64;
constexpr double kMuchWaiting = 0.3; ///< Workers with processors of their own wait for a few hundredths.
constexpr double kAsFast = 1.03; ///< Times the time before.
constexpr double kClearlyFaster = 0.93; ///< The same; less is noise.
constexpr double kHopeless = 1.5; ///< Times the time before: the trial ends at once.
constexpr std::int64_t kFirstPauseNs = 250'000'000;
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
        && double(round_.durationNs) > kHopeless * nsPerStep() * std::max(round_.steps, kStepsPerRound);
    const bool isLong = round_.durationNs >= kRoundNs || round_.steps >= kMostStepsPerRound;
    if (isHopeless || (round_.steps >= kStepsPerRound && isLong))
        endRound(nowNs);
}

bool TeamSize::Round::waitedMuch() const
{
    return double(waitedNs) > kMuchWaiting * double(durationNs);
}

void TeamSize::endRound(std::int64_t nowNs)
{
    const Round ended = std::exchange(round_, {});
    if (isTrying_)
        judgeTrial(ended, nowNs);
    else
        remember(ended);
    if (!isTrying_ && nowNs >= nextTrialNs_)
        chooseTrial();
}

void TeamSize::judgeTrial(const Round& trial, std::int64_t nowNs)
{
    isTrying_ = false;
    // A smaller team need not be faster: it leaves more to others.
    const bool isSmaller = tried_ < size_;
    const double limit = (isSmaller ? kAsFast : kClearlyFaster) * nsPerStep();
    const bool isBetter = double(trial.durationNs) < limit * trial.steps;
    failedDown_ = !isBetter && isSmaller;
    pauseNs_ = isBetter ? kFirstPauseNs : std::clamp(2 * pauseNs_, kFirstPauseNs, kLongestPauseNs);
    nextTrialNs_ = nowNs + pauseNs_;
    if (!isBetter)
        return;
    size_ = tried_;
    roundCount_ = 0;
    remember(trial);
}

void TeamSize::remember(const Round& round)
{
    rounds_[roundCount_ % rounds_.size()] = round;
    ++roundCount_;
}

std::span<const TeamSize::Round> TeamSize::remembered() const
{
    return std::span(rounds_).first(std::min(roundCount_, rounds_.size()));
}

double TeamSize::nsPerStep() const
{
    Round sum;
    for (const Round& round : remembered()) {
        sum.steps += round.steps;
        sum.durationNs += round.durationNs;
    }
    return double(sum.durationNs) / std::max(sum.steps, 1);
}

bool TeamSize::waitedLong() const
{
    std::int64_t durationNs = 0;
    for (const Round& round : remembered())
        durationNs += round.durationNs;
    return durationNs >= kLongNs && std::ranges::all_of(remembered(), &Round::waitedMuch);
}

void TeamSize::chooseTrial()
{
    const bool canShrink = size_ > 1 && waitedLong();
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
