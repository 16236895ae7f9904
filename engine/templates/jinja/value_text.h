#pragma once

#include "engine/templates/jinja/budget.h"
#include "engine/templates/jinja/value.h"

#include <string>

namespace moru::jinja {

// Lists share their items, so a small value may be a text without end: each item and all text is paid for.

/// Python's str(value), which is also what "{{ value }}" writes. Undefined is nothing.
[[nodiscard]] MarkedText toText(const Value& value, Budget& budget);

/// json.dumps(value, ensure_ascii=False, indent=indent): ", " and ": " between; `indent` < 0 writes one line.
/// Throws JinjaError for what JSON has no word for.
[[nodiscard]] MarkedText toJson(const Value& value, int indent, Budget& budget);

} // namespace moru::jinja
