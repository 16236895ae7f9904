#pragma once

#include "engine/api/error.h"

#include <string>
#include <string_view>

namespace moru {

/// Rewrites a split pattern of tokenizer.json for PCRE2: \p{L}, \p{M}, \p{N}, \s and their negations become
/// the written-out ranges of unicode_classes.h, so that the result does not depend on the library's Unicode
/// version. Errors: UnsupportedTokenizer for constructs that the two libraries read differently, or that are
/// not known here.
[[nodiscard]] Result<std::string> writeOutClasses(std::string_view pattern);

/// A pattern that matches exactly this text.
[[nodiscard]] std::string literalPattern(std::string_view text);

} // namespace moru
