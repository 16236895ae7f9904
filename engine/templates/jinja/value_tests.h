#pragma once

#include "engine/templates/jinja/budget.h"
#include "engine/templates/jinja/value.h"

#include <string_view>

namespace moru::jinja {

[[nodiscard]] bool isValueTest(std::string_view name);

/// value is name(arguments). Throws JinjaError.
[[nodiscard]] bool holds(
    std::string_view name, const Value& value, const Arguments& arguments, Budget& budget);

} // namespace moru::jinja
