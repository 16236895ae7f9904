#include "engine/templates/jinja/value_tests.h"

#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/jinja/operators.h"

#include <array>

#include <fmt/core.h>

namespace moru::jinja {

namespace {

using Kind = Value::Kind;

struct ValueTest {
    std::string_view name;
    bool (*holds)(const Value& value);
};

bool hasRemainder(const Value& value, std::int64_t divisor, std::int64_t remainder)
{
    if (!value.isWhole())
        fail(fmt::format("'{}' object has no remainder", value.typeName()));
    if (divisor == 0)
        fail("division by zero");
    // −1 divides everything, and the smallest number has no remainder by it.
    return divisor == -1 || value.asInteger() % divisor == remainder
        || value.asInteger() % divisor == -remainder;
}

constexpr std::array kValueTests {
    ValueTest { "defined", [](const Value& v) { return !v.is(Kind::Undefined); } },
    ValueTest { "undefined", [](const Value& v) { return v.is(Kind::Undefined); } },
    ValueTest { "none", [](const Value& v) { return v.is(Kind::None); } },
    ValueTest { "string", [](const Value& v) { return v.is(Kind::Text); } },
    ValueTest { "number", [](const Value& v) { return v.isNumber(); } },
    ValueTest { "integer", [](const Value& v) { return v.is(Kind::Integer); } },
    ValueTest { "float", [](const Value& v) { return v.is(Kind::Real); } },
    ValueTest { "boolean", [](const Value& v) { return v.is(Kind::Boolean); } },
    ValueTest { "true", [](const Value& v) { return v.is(Kind::Boolean) && v.asBoolean(); } },
    ValueTest { "false", [](const Value& v) { return v.is(Kind::Boolean) && !v.asBoolean(); } },
    ValueTest { "mapping", [](const Value& v) { return v.is(Kind::Dict); } },
    ValueTest { "callable", [](const Value& v) { return v.is(Kind::Function); } },
    ValueTest { "even", [](const Value& v) { return hasRemainder(v, 2, 0); } },
    ValueTest { "odd", [](const Value& v) { return hasRemainder(v, 2, 1); } },
    // Python's: texts and dictionaries have items too, and so has nothing at all.
    ValueTest { "iterable",
        [](const Value& v) {
            return v.is(Kind::Text) || v.is(Kind::List) || v.is(Kind::Dict) || v.is(Kind::Undefined);
        } },
    ValueTest { "sequence",
        [](const Value& v) {
            return v.is(Kind::Text) || v.is(Kind::List) || v.is(Kind::Dict) || v.is(Kind::Undefined);
        } },
};

struct ComparingTest {
    std::string_view name;
    std::string_view operation;
};

constexpr std::array kComparingTests {
    ComparingTest { "eq", "==" },
    ComparingTest { "equalto", "==" },
    ComparingTest { "sameas", "==" },
    ComparingTest { "ne", "!=" },
    ComparingTest { "lt", "<" },
    ComparingTest { "lessthan", "<" },
    ComparingTest { "le", "<=" },
    ComparingTest { "gt", ">" },
    ComparingTest { "greaterthan", ">" },
    ComparingTest { "ge", ">=" },
    ComparingTest { "in", "in" },
};

} // namespace

bool isValueTest(std::string_view name)
{
    for (const ValueTest& test : kValueTests) {
        if (test.name == name)
            return true;
    }
    for (const ComparingTest& test : kComparingTests) {
        if (test.name == name)
            return true;
    }
    return name == "divisibleby";
}

bool holds(std::string_view name, const Value& value, const Arguments& arguments, Budget& budget)
{
    for (const ValueTest& test : kValueTests) {
        if (test.name == name)
            return test.holds(value);
    }
    if (arguments.positional.empty())
        fail(fmt::format("the test \"{}\" needs an argument", name));
    const Value& other = arguments.positional.front();
    for (const ComparingTest& test : kComparingTests) {
        if (test.name == name)
            return compare(test.operation, value, other, budget);
    }
    if (!other.isWhole())
        fail("divisibleby needs an integer");
    return hasRemainder(value, other.asInteger(), 0);
}

} // namespace moru::jinja
