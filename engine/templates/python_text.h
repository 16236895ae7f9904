#pragma once

#include <string_view>

namespace moru {

/// Text operations of Python's `str`, which chat templates are written with. All return parts of their
/// argument.

/// str.strip(): removes what Python calls white space, U+001C…U+001F, U+0085, U+00A0 and U+3000 among it, but
/// neither U+200B nor U+FEFF. Ill-formed UTF-8 is not white space.
[[nodiscard]] std::string_view strip(std::string_view text);
[[nodiscard]] std::string_view stripLeft(std::string_view text);
[[nodiscard]] std::string_view stripRight(std::string_view text);

/// str.strip(characters) for ASCII `characters`.
[[nodiscard]] std::string_view stripAny(std::string_view text, std::string_view characters);
[[nodiscard]] std::string_view stripAnyLeft(std::string_view text, std::string_view characters);
[[nodiscard]] std::string_view stripAnyRight(std::string_view text, std::string_view characters);

/// str.isspace() for one code point.
[[nodiscard]] bool isPythonSpace(char32_t codePoint);

/// text.split(separator)[0] and [-1]: all of the text where the separator does not occur.
[[nodiscard]] std::string_view beforeFirst(std::string_view text, std::string_view separator);
[[nodiscard]] std::string_view afterLast(std::string_view text, std::string_view separator);

} // namespace moru
