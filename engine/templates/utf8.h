#pragma once

#include <cstddef>
#include <string_view>

namespace moru {

struct CodePoint {
    char32_t value = 0;
    std::size_t length = 0; ///< Bytes; 1 for an ill-formed one, 0 only for empty text.
    bool wellFormed = false;
};

/// The first code point of the text.
[[nodiscard]] CodePoint firstCodePoint(std::string_view text);

/// The last code point of the text.
[[nodiscard]] CodePoint lastCodePoint(std::string_view text);

} // namespace moru
