#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace moru::jinja {

/// Reads the quoted text that begins at `at` and resolves Python's escapes. Returns where it ends.
/// Throws JinjaError.
[[nodiscard]] std::size_t readStringLiteral(std::string_view source, std::size_t at, std::string& text);

} // namespace moru::jinja
