#include "engine/templates/jinja/operators.h"

#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/jinja/value_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/core.h>

namespace moru::jinja {

namespace {

using Kind = Value::Kind;

[[noreturn]] void failTypes(std::string_view operation, const Value& left, const Value& right)
{
    for (const Value* value : { &left, &right }) {
        if (value->is(Kind::Undefined))
            fail(value->whyUndefined());
    }
    fail(fmt::format(
        "unsupported operand types for {}: '{}' and '{}'", operation, left.typeName(), right.typeName()));
}

[[noreturn]] void failRange()
{
    fail("a number is too large");
}

std::int64_t floorDivide(std::int64_t a, std::int64_t b)
{
    if (b == 0)
        fail("division by zero");
    if (a == std::numeric_limits<std::int64_t>::min() && b == -1)
        failRange();
    const std::int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

/// Has the sign of b, as Python's.
std::int64_t floorRemainder(std::int64_t a, std::int64_t b)
{
    if (b == 0)
        fail("division by zero");
    const std::int64_t rest = b == -1 ? 0 : a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

std::int64_t wholePower(std::int64_t base, std::int64_t exponent)
{
    std::int64_t result = 1;
    if (base == 0 || base == 1)
        return exponent == 0 ? 1 : base;
    if (base == -1)
        return exponent % 2 ? -1 : 1;
    for (; exponent > 0; --exponent) {
        if (__builtin_mul_overflow(result, base, &result))
            failRange();
    }
    return result;
}

Value calculateWhole(std::string_view operation, std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    bool overflow = false;
    if (operation == "+")
        overflow = __builtin_add_overflow(a, b, &result);
    else if (operation == "-")
        overflow = __builtin_sub_overflow(a, b, &result);
    else if (operation == "*")
        overflow = __builtin_mul_overflow(a, b, &result);
    else if (operation == "//")
        result = floorDivide(a, b);
    else if (operation == "%")
        result = floorRemainder(a, b);
    else
        result = wholePower(a, b);
    if (overflow)
        failRange();
    return Value::integer(result);
}

Value calculateReal(std::string_view operation, double a, double b)
{
    const bool divides = operation == "/" || operation == "//" || operation == "%";
    if (divides && b == 0)
        fail("division by zero");
    if (operation == "+")
        return Value::real(a + b);
    if (operation == "-")
        return Value::real(a - b);
    if (operation == "*")
        return Value::real(a * b);
    if (operation == "/")
        return Value::real(a / b);
    if (operation == "//")
        return Value::real(std::floor(a / b));
    if (operation == "%")
        return Value::real(a - std::floor(a / b) * b);
    return Value::real(std::pow(a, b));
}

Value repeated(const Value& value, std::int64_t times, Budget& budget)
{
    const bool isText = value.is(Kind::Text);
    const auto count = static_cast<std::size_t>(std::clamp<std::int64_t>(times, 0, 1 << 24));
    const std::size_t length = isText ? value.asBytes().size() : value.asList().size();
    if (length == 0 || count == 0)
        return isText ? Value::text(std::string()) : Value::list({});
    budget.spend(count);
    if (count > Budget::kTextBytes / length)
        budget.spendText(Budget::kTextBytes + 1);
    if (isText)
        budget.spendText(length * count);
    else
        budget.spendItems(length * count);
    MarkedText text;
    List list;
    for (std::size_t i = 0; i < count; ++i) {
        if (isText)
            text.append(value.asText());
        else
            list.insert(list.end(), value.asList().begin(), value.asList().end());
    }
    return isText ? Value::text(std::move(text)) : Value::list(std::move(list));
}

Value concatenated(const MarkedText& left, const MarkedText& right, Budget& budget)
{
    budget.spendText(left.bytes().size() + right.bytes().size());
    MarkedText text = left;
    text.append(right);
    return Value::text(std::move(text));
}

bool contains(const Value& container, const Value& item, Budget& budget)
{
    switch (container.kind()) {
    case Kind::Text:
        if (!item.is(Kind::Text))
            fail(fmt::format("'in <string>' requires string as left operand, not {}", item.typeName()));
        budget.spendText(container.asBytes().size());
        return container.asBytes().find(item.asBytes()) != std::string::npos;
    case Kind::List:
        budget.spend(container.asList().size());
        return std::ranges::any_of(
            container.asList(), [&](const Value& value) { return areEqual(value, item, budget); });
    case Kind::Dict:
    case Kind::Namespace:
        budget.spend(container.asDict().entries().size());
        return item.is(Kind::Text) && container.asDict().find(item.asBytes());
    case Kind::Undefined:
        return false;
    default:
        fail(fmt::format("argument of type '{}' is not iterable", container.typeName()));
    }
}

} // namespace

Value calculate(std::string_view operation, const Value& left, const Value& right, Budget& budget)
{
    if (operation == "~")
        return concatenated(toText(left, budget), toText(right, budget), budget);
    if (left.isNumber() && right.isNumber()) {
        const bool staysWhole = left.isWhole() && right.isWhole() && operation != "/"
            && !(operation == "**" && right.asInteger() < 0);
        return staysWhole ? calculateWhole(operation, left.asInteger(), right.asInteger())
                          : calculateReal(operation, left.asReal(), right.asReal());
    }
    if (operation == "+" && left.is(Kind::Text) && right.is(Kind::Text))
        return concatenated(left.asText(), right.asText(), budget);
    if (operation == "+" && left.is(Kind::List) && right.is(Kind::List)) {
        budget.spendItems(left.asList().size() + right.asList().size());
        List list = left.asList();
        list.insert(list.end(), right.asList().begin(), right.asList().end());
        return Value::list(std::move(list));
    }
    if (operation == "*") {
        const auto isRepeatable
            = [](const Value& value) { return value.is(Kind::Text) || value.is(Kind::List); };
        if (isRepeatable(left) && right.isWhole())
            return repeated(left, right.asInteger(), budget);
        if (left.isWhole() && isRepeatable(right))
            return repeated(right, left.asInteger(), budget);
    }
    failTypes(operation, left, right);
}

bool compare(std::string_view operation, const Value& left, const Value& right, Budget& budget)
{
    budget.spend(1);
    if (operation == "in")
        return contains(right, left, budget);
    if (operation == "not in")
        return !contains(right, left, budget);
    if (operation == "==")
        return areEqual(left, right, budget);
    if (operation == "!=")
        return !areEqual(left, right, budget);
    std::partial_ordering order = std::partial_ordering::unordered;
    if (left.isWhole() && right.isWhole())
        order = left.asInteger() <=> right.asInteger();
    else if (left.isNumber() && right.isNumber())
        order = left.asReal() <=> right.asReal();
    else if (left.is(Kind::Text) && right.is(Kind::Text))
        order = left.asBytes() <=> right.asBytes();
    else
        failTypes(operation, left, right);
    if (operation == "<")
        return order < 0;
    if (operation == "<=")
        return order <= 0;
    if (operation == ">")
        return order > 0;
    return order >= 0;
}

Value negated(const Value& value)
{
    if (value.isWhole())
        return calculateWhole("-", 0, value.asInteger());
    if (value.is(Kind::Real))
        return Value::real(-value.asReal());
    failTypes("-", value, value);
}

} // namespace moru::jinja
