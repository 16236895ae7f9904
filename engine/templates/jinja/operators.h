#pragma once

#include "engine/templates/jinja/budget.h"
#include "engine/templates/jinja/value.h"

#include <optional>
#include <string_view>

namespace moru::jinja {

/// + - ~ * / // % ** by Python's rules. Throws JinjaError.
[[nodiscard]] Value calculate(
    std::string_view operation, const Value& left, const Value& right, Budget& budget);

/// == != < <= > >= in, "not in". Throws JinjaError where Python cannot compare.
[[nodiscard]] bool compare(std::string_view operation, const Value& left, const Value& right, Budget& budget);

/// -value or +value. Throws JinjaError.
[[nodiscard]] Value negated(const Value& value);

/// object[index]: undefined where there is none. Throws JinjaError when the object is undefined.
[[nodiscard]] Value itemOf(const Value& object, const Value& index);

/// object.name: an entry of a dictionary or namespace, else undefined. Throws JinjaError as itemOf.
[[nodiscard]] Value attributeOf(const Value& object, std::string_view name);

/// object[start:stop:step] of lists and texts; unset bounds are Python's. Throws JinjaError.
[[nodiscard]] Value sliceOf(
    const Value& object, const Value& start, const Value& stop, const Value& step, Budget& budget);

/// What a for loop goes through: items, keys, characters; nothing for undefined. Throws JinjaError.
[[nodiscard]] List itemsOf(const Value& value, Budget& budget);

/// len(value), texts in characters. Throws JinjaError.
[[nodiscard]] std::int64_t lengthOf(const Value& value, Budget& budget);

} // namespace moru::jinja
