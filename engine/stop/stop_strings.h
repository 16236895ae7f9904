#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// Finds the first stop string in text that comes in pieces, and holds back what may become one.
/// A stop string ends the answer when its last byte arrives; what is shown ends before its first. Where
/// several end at the same byte, the longest counts, so that no part of any of them is shown. The result does
/// not depend on how the text is cut into pieces.
class StopStringMatcher {
public:
    struct Step {
        std::string text; ///< Became certain with this piece.
        bool stopped = false; ///< A stop string is complete; everything after it is ignored.
    };

    /// Empty strings are left out.
    explicit StopStringMatcher(std::span<const std::string> stopStrings);

    /// Text of one token (may be empty).
    [[nodiscard]] Step push(std::string_view piece);

    /// What was held back and did not become a stop string, when the answer ends for another reason.
    [[nodiscard]] std::string finish();

    /// The same where the text is interrupted: what follows is matched from its own beginning.
    [[nodiscard]] std::string startAnew();

private:
    /// One stop string and how much of it the text ends with (Knuth, Morris and Pratt 1977).
    struct Pattern {
        std::string text;
        std::vector<std::size_t> fallback; ///< Longest proper border of each prefix.
        std::size_t matched = 0;

        explicit Pattern(std::string string);
        bool advance(char byte); ///< True when the string is complete.
    };

    std::vector<Pattern> patterns_;
    std::string held_;
    bool stopped_ = false;
};

} // namespace moru
