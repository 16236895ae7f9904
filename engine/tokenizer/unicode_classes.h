#pragma once

#include <span>

namespace moru {

/// Code points [first, last].
struct CodePointRange {
    char32_t first;
    char32_t last;
};

enum class UnicodeClass {
    Letter, ///< \p{L}
    Mark, ///< \p{M}
    Number, ///< \p{N}
    Space, ///< \s of the split patterns: White_Space, 25 members.
};

/// The class's ranges in Unicode 16.0, ascending and disjoint. The library that matches patterns here may
/// know an older Unicode, and its \s differs, so patterns are written out with these.
[[nodiscard]] std::span<const CodePointRange> rangesOf(UnicodeClass unicodeClass);

[[nodiscard]] bool contains(UnicodeClass unicodeClass, char32_t codePoint);

} // namespace moru
