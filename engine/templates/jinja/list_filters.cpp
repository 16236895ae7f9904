#include "engine/templates/jinja/list_filters.h"

#include "engine/templates/jinja/filters.h"
#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/jinja/operators.h"
#include "engine/templates/jinja/value_tests.h"
#include "engine/templates/jinja/value_text.h"

#include <algorithm>

#include <fmt/core.h>

namespace moru::jinja {

namespace {

using Kind = Value::Kind;

/// Arguments after the first `count`.
Arguments without(const Arguments& arguments, std::size_t count)
{
    Arguments rest = arguments;
    rest.positional.erase(rest.positional.begin(),
        rest.positional.begin() + static_cast<std::ptrdiff_t>(std::min(count, rest.positional.size())));
    return rest;
}

const std::string& nameArgument(const Arguments& arguments, std::size_t position)
{
    if (position >= arguments.positional.size() || !arguments.positional[position].is(Kind::Text))
        fail("a filter needs a name as its argument");
    return arguments.positional[position].asBytes();
}

/// "a.b.0": attributes of attributes, numbers are indices.
Value attributeByPath(const Value& item, std::string_view path)
{
    Value value = item;
    while (true) {
        const std::size_t dot = path.find('.');
        const std::string_view name = path.substr(0, dot);
        const bool isIndex = !name.empty() && name.size() < 10
            && name.find_first_not_of("0123456789") == std::string_view::npos;
        value = isIndex ? itemOf(value, Value::integer(std::stoll(std::string(name))))
                        : attributeOf(value, name);
        if (dot == std::string_view::npos)
            return value;
        path.remove_prefix(dot + 1);
    }
}

/// The test named at `position` with the arguments after it; without a name, bool(value).
bool passes(const Value& value, const Arguments& arguments, std::size_t position, Budget& budget)
{
    budget.spend(1);
    if (position >= arguments.positional.size())
        return value.isTrue();
    const std::string& test = nameArgument(arguments, position);
    if (!isValueTest(test))
        fail(fmt::format("there is no test \"{}\"", test));
    return holds(test, value, without(arguments, position + 1), budget);
}

Value picked(const Value& value, const Arguments& arguments, Budget& budget, bool wanted, bool byAttribute)
{
    List result;
    for (const Value& item : itemsOf(value, budget)) {
        const Value tested = byAttribute ? attributeByPath(item, nameArgument(arguments, 0)) : item;
        if (passes(tested, arguments, byAttribute ? 1 : 0, budget) == wanted)
            result.push_back(item);
    }
    return Value::list(std::move(result));
}

} // namespace

Value firstFilter(const Value& value, const Arguments&, Budget& budget)
{
    const List items = itemsOf(value, budget);
    return items.empty() ? Value::undefined("No first item, sequence was empty.") : items.front();
}

Value lastFilter(const Value& value, const Arguments&, Budget& budget)
{
    const List items = itemsOf(value, budget);
    return items.empty() ? Value::undefined("No last item, sequence was empty.") : items.back();
}

Value listFilter(const Value& value, const Arguments&, Budget& budget)
{
    return Value::list(itemsOf(value, budget));
}

Value reverseFilter(const Value& value, const Arguments&, Budget& budget)
{
    return sliceOf(value.is(Kind::Text) ? value : Value::list(itemsOf(value, budget)), Value::none(),
        Value::none(), Value::integer(-1), budget);
}

Value uniqueFilter(const Value& value, const Arguments&, Budget& budget)
{
    List result;
    for (const Value& item : itemsOf(value, budget)) {
        budget.spend(result.size());
        if (std::ranges::none_of(result, [&](const Value& known) { return areEqual(known, item, budget); }))
            result.push_back(item);
    }
    return Value::list(std::move(result));
}

Value joinFilter(const Value& value, const Arguments& arguments, Budget& budget)
{
    const Value* between = arguments.find(0, "d");
    const Value* attribute = arguments.find(1, "attribute");
    const MarkedText separator = between ? toText(*between, budget) : MarkedText();
    MarkedText text;
    bool isFirst = true;
    for (const Value& item : itemsOf(value, budget)) {
        const bool hasAttribute = attribute && attribute->is(Kind::Text);
        const MarkedText next
            = toText(hasAttribute ? attributeByPath(item, attribute->asBytes()) : item, budget);
        budget.spendText(separator.bytes().size() + next.bytes().size());
        if (!isFirst)
            text.append(separator);
        isFirst = false;
        text.append(next);
        if (text.bytes().size() > Budget::kTextBytes)
            budget.spendText(text.bytes().size());
    }
    return Value::text(std::move(text));
}

Value mapFilter(const Value& value, const Arguments& arguments, Budget& budget)
{
    const Value* attribute = arguments.find(arguments.positional.size(), "attribute");
    const Value* otherwise = arguments.find(arguments.positional.size(), "default");
    List result;
    for (const Value& item : itemsOf(value, budget)) {
        if (attribute && attribute->is(Kind::Text)) {
            Value found = attributeByPath(item, attribute->asBytes());
            result.push_back(found.is(Kind::Undefined) && otherwise ? *otherwise : std::move(found));
        } else {
            result.push_back(applyFilter(nameArgument(arguments, 0), item, without(arguments, 1), budget));
        }
    }
    return Value::list(std::move(result));
}

Value selectFilter(const Value& value, const Arguments& arguments, Budget& budget)
{
    return picked(value, arguments, budget, true, false);
}

Value rejectFilter(const Value& value, const Arguments& arguments, Budget& budget)
{
    return picked(value, arguments, budget, false, false);
}

Value selectAttributeFilter(const Value& value, const Arguments& arguments, Budget& budget)
{
    return picked(value, arguments, budget, true, true);
}

Value rejectAttributeFilter(const Value& value, const Arguments& arguments, Budget& budget)
{
    return picked(value, arguments, budget, false, true);
}

} // namespace moru::jinja
