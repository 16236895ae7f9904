#pragma once

#include "engine/templates/jinja/value.h"

#include <string>

namespace moru::jinja {

/// Python's str(value), which is also what "{{ value }}" writes. Undefined is nothing.
[[nodiscard]] MarkedText toText(const Value& value);

/// Python's repr(value): texts in quotes.
[[nodiscard]] MarkedText toRepresentation(const Value& value);

/// json.dumps(value, ensure_ascii=False, indent=indent): ", " and ": " between; `indent` < 0 writes one line.
/// Throws JinjaError for what JSON has no word for.
[[nodiscard]] MarkedText toJson(const Value& value, int indent);

} // namespace moru::jinja
