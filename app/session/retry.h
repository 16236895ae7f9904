#pragma once

namespace moru {

/// The repetition penalty for another try after an answer that went round in circles: clearly above the one
/// it was written with, but not beyond what text bears. 1 is no penalty.
[[nodiscard]] double penaltyAfterRepetition(double penaltyBefore);

} // namespace moru
