#pragma once

#include "engine/templates/jinja/budget.h"
#include "engine/templates/jinja/value.h"

#include <optional>
#include <string_view>

namespace moru::jinja {

/// A method of Python's str or dict. Nothing when the value has no such method. Throws JinjaError.
[[nodiscard]] std::optional<Value> callMethod(
    const Value& object, std::string_view name, const Arguments& arguments, Budget& budget);

/// str.strip, lstrip (`left` only), rstrip; `characters` none or undefined: white space.
[[nodiscard]] Value strippedText(const MarkedText& text, const Value* characters, bool left, bool right);

/// str.replace; `count` < 0: all.
[[nodiscard]] Value replacedText(const MarkedText& text, const MarkedText& before, const MarkedText& after,
    std::int64_t count, Budget& budget);

enum class Case { Upper, Lower, Capitalized, Title };
[[nodiscard]] Value inCase(const MarkedText& text, Case wanted);

/// A list of [key, value]. Throws JinjaError for other values than dictionaries.
[[nodiscard]] Value entriesOf(const Value& value, Budget& budget);

} // namespace moru::jinja
