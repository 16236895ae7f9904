#pragma once

#include "engine/api/error.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// Where a match of a split pattern goes.
enum class SplitBehaviour {
    Isolated, ///< Into a piece of its own.
    MergedWithPrevious, ///< To the end of the piece before it.
};

/// Cuts text into the pieces inside which merges happen. Immutable; threads may share it.
class SplitPattern {
public:
    /// `pattern` is PCRE2's, see split_dialect.h. Errors: UnsupportedTokenizer when it cannot be compiled.
    [[nodiscard]] static Result<SplitPattern> compile(const std::string& pattern, SplitBehaviour behaviour);
    ~SplitPattern();
    SplitPattern(SplitPattern&&) noexcept;
    SplitPattern& operator=(SplitPattern&&) noexcept;

    /// Appends the pieces of a well-formed UTF-8 text, in order, without gaps; they point into it.
    /// A pattern that runs into the match limit leaves the rest of the text as one piece.
    void split(std::string_view text, std::vector<std::string_view>& pieces) const;

private:
    struct Code;
    explicit SplitPattern(std::unique_ptr<Code> code);
    std::unique_ptr<Code> code_;
};

} // namespace moru
