#pragma once

#include "engine/api/tokenizer.h"

#include <array>
#include <cstddef>

namespace moru {

/// Notices an answer that loops over the same few tokens: periods of 1 to 64.
/// A loop is `kShortestLoop` tokens that each equal the one a period before, and at least `kCopies` whole
/// copies of a longer period. So 64 zeros in a table, a ruler of dashes and a hearty "ㅋㅋㅋㅋ" pass; a
/// paragraph that comes for the ninth time does not. Costs one comparison a period and token, allocates
/// nothing.
class RepetitionDetector {
public:
    static constexpr std::size_t kLongestPeriod = 64;
    static constexpr std::size_t kShortestLoop = 128;
    static constexpr std::size_t kCopies = 8; ///< Beyond the first.

    /// True from the token on that makes the answer a loop.
    [[nodiscard]] bool push(TokenId id);
    void reset();

    /// Tokens in one round of the loop that was found; 0 before.
    [[nodiscard]] std::size_t period() const { return period_; }

private:
    std::array<TokenId, kLongestPeriod> recent_ {}; ///< Ring, newest at count_ − 1.
    std::array<std::size_t, kLongestPeriod + 1>
        run_ {}; ///< By period: tokens equal to the one a period before.
    std::size_t count_ = 0;
    std::size_t period_ = 0;
};

} // namespace moru
