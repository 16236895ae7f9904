#include "engine/templates/jinja/globals.h"

#include "engine/templates/english_date.h"
#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/jinja/value_text.h"

#include <fmt/core.h>

namespace moru::jinja {

namespace {

using Kind = Value::Kind;

constexpr std::int64_t kLongestRange = 100'000; ///< As in Jinja's own sandbox.

Value range(const Arguments& arguments, Budget& budget)
{
    const List& given = arguments.positional;
    if (given.empty() || given.size() > 3)
        fail("range takes one to three integers");
    for (const Value& value : given) {
        if (!value.isWhole())
            fail("range takes integers");
    }
    const std::int64_t start = given.size() > 1 ? given[0].asInteger() : 0;
    const std::int64_t stop = given.size() > 1 ? given[1].asInteger() : given[0].asInteger();
    const std::int64_t step = given.size() > 2 ? given[2].asInteger() : 1;
    if (step == 0)
        fail("range() arg 3 must not be zero");
    List numbers;
    for (std::int64_t at = start; step > 0 ? at < stop : at > stop;) {
        if (std::ssize(numbers) >= kLongestRange)
            fail(fmt::format("Range too big. The sandbox blocks ranges larger than {}.", kLongestRange));
        budget.spend(1);
        numbers.push_back(Value::integer(at));
        if (__builtin_add_overflow(at, step, &at))
            break;
    }
    return Value::list(std::move(numbers));
}

Dict members(const Arguments& arguments)
{
    Dict dict;
    for (const Value& value : arguments.positional) {
        if (!value.is(Kind::Dict))
            fail("only a dictionary can be given without a name");
        for (const auto& [key, item] : value.asDict().entries())
            dict.set(key, item);
    }
    for (const auto& [key, value] : arguments.named)
        dict.set(key, value);
    return dict;
}

Value raiseException(const Arguments& arguments, Budget& budget)
{
    const Value* message = arguments.find(0, "message");
    throw JinjaError(JinjaError::Kind::Raised, message ? toText(*message, budget).bytes() : std::string());
}

Value strftimeNow(const Arguments& arguments)
{
    const Value* format = arguments.find(0, "format");
    if (!format || !format->is(Kind::Text))
        fail("strftime_now needs a format");
    return Value::text(nowInEnglish(format->asBytes()));
}

} // namespace

void setGlobals(Scope& scope, Budget& budget)
{
    scope.set(
        "range", Value::function([&budget](const Arguments& arguments) { return range(arguments, budget); }));
    scope.set("namespace",
        Value::function([](const Arguments& arguments) { return Value::newNamespace(members(arguments)); }));
    scope.set(
        "dict", Value::function([](const Arguments& arguments) { return Value::dict(members(arguments)); }));
    scope.set("raise_exception",
        Value::function([&budget](const Arguments& arguments) { return raiseException(arguments, budget); }));
    scope.set("strftime_now", Value::function(strftimeNow));
}

} // namespace moru::jinja
