#pragma once

#include "engine/templates/jinja/token.h"

#include <string>
#include <string_view>
#include <vector>

namespace moru::jinja {

/// The source as it is read: line ends are "\n", and one at the very end is left out.
[[nodiscard]] std::string normalizedSource(std::string_view source);

/// Cuts a template into tokens with trim_blocks and lstrip_blocks on, as transformers reads chat templates:
/// the line end after a statement or comment is dropped, and so is the indentation before one.
/// `source` is a normalized one. Throws JinjaError.
[[nodiscard]] std::vector<Token> tokenize(std::string_view source);

} // namespace moru::jinja
