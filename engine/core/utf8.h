#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace moru::utf8 {

inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

enum class Form {
    Whole, ///< A well-formed character.
    Incomplete, ///< Well-formed so far, but the text ends inside the character.
    IllFormed, ///< Bytes that no further byte can turn into a character.
};

struct Character {
    char32_t codePoint = 0; ///< U+FFFD unless whole.
    std::size_t length = 0; ///< Bytes; of an ill-formed sequence its maximal part, so at least 1.
    Form form = Form::IllFormed;
};

/// Reads the character at `position`, which must lie inside the text.
/// Source: The Unicode Standard, table 3-7, and section 3.9 on maximal ill-formed parts.
[[nodiscard]] Character characterAt(std::string_view text, std::size_t position);

/// Reads the character that ends at `position` (> 0); an ill-formed one is a single byte.
[[nodiscard]] Character characterBefore(std::string_view text, std::size_t position);

[[nodiscard]] bool isWellFormed(std::string_view text);

/// The text with each maximal ill-formed part replaced by one U+FFFD.
[[nodiscard]] std::string withReplacements(std::string_view text);

/// Appends a code point, which must be a Unicode scalar value.
void append(std::string& text, char32_t codePoint);

} // namespace moru::utf8
