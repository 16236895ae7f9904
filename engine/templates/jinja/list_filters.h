#pragma once

#include "engine/templates/jinja/budget.h"
#include "engine/templates/jinja/value.h"

namespace moru::jinja {

// Filters that go through the items of a value. All throw JinjaError.

[[nodiscard]] Value firstFilter(const Value& value, const Arguments& arguments, Budget& budget);
[[nodiscard]] Value lastFilter(const Value& value, const Arguments& arguments, Budget& budget);
[[nodiscard]] Value listFilter(const Value& value, const Arguments& arguments, Budget& budget);
[[nodiscard]] Value reverseFilter(const Value& value, const Arguments& arguments, Budget& budget);
[[nodiscard]] Value uniqueFilter(const Value& value, const Arguments& arguments, Budget& budget);

/// join(between, attribute)
[[nodiscard]] Value joinFilter(const Value& value, const Arguments& arguments, Budget& budget);

/// map(filter, arguments…) or map(attribute=name, default=value)
[[nodiscard]] Value mapFilter(const Value& value, const Arguments& arguments, Budget& budget);

/// select(test, arguments…): items for which the test holds; without a test those that are true.
[[nodiscard]] Value selectFilter(const Value& value, const Arguments& arguments, Budget& budget);
[[nodiscard]] Value rejectFilter(const Value& value, const Arguments& arguments, Budget& budget);

/// selectattr(name, test, arguments…): the same of an attribute of each item.
[[nodiscard]] Value selectAttributeFilter(const Value& value, const Arguments& arguments, Budget& budget);
[[nodiscard]] Value rejectAttributeFilter(const Value& value, const Arguments& arguments, Budget& budget);

} // namespace moru::jinja
