#include "app/session/retry.h"

#include <algorithm>

namespace moru {

namespace {

// Users of other programs set 1.1 to 1.3 against loops; above 1.5 text begins to avoid its own subject.
constexpr double kFirstPenalty = 1.15;
constexpr double kStep = 0.1;
constexpr double kMostPenalty = 1.5;

} // namespace

double penaltyAfterRepetition(double penaltyBefore)
{
    return std::max(penaltyBefore, std::clamp(penaltyBefore + kStep, kFirstPenalty, kMostPenalty));
}

} // namespace moru
