#pragma once

#include "engine/templates/jinja/token.h"

#include <string_view>
#include <vector>

namespace moru::jinja {

/// Reads the inside of a tag from `at` up to its end ("%}" or "}}", perhaps with "-" or "+" before it) and
/// appends its tokens. Returns where the end begins. Throws JinjaError.
[[nodiscard]] std::size_t lexExpression(
    std::string_view source, std::size_t at, std::string_view end, std::vector<Token>& tokens);

} // namespace moru::jinja
