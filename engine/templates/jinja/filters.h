#pragma once

#include "engine/templates/jinja/budget.h"
#include "engine/templates/jinja/value.h"

#include <string_view>

namespace moru::jinja {

[[nodiscard]] bool isFilter(std::string_view name);

/// value | name(arguments). Throws JinjaError.
[[nodiscard]] Value applyFilter(
    std::string_view name, const Value& value, const Arguments& arguments, Budget& budget);

} // namespace moru::jinja
