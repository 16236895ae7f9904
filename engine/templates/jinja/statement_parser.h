#pragma once

#include "engine/templates/jinja/syntax_tree.h"
#include "engine/templates/jinja/token.h"

#include <vector>

namespace moru::jinja {

/// Reads a whole template: if, for, set, macro, break, continue, and "generation", which marks training data
/// and means nothing here. Throws JinjaError.
[[nodiscard]] Body parseTemplate(std::vector<Token> tokens);

} // namespace moru::jinja
