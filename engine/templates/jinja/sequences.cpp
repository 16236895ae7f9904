// Indices, slices and items of lists, dictionaries and texts.
#include "engine/templates/jinja/operators.h"

#include "engine/core/utf8.h"
#include "engine/templates/jinja/jinja_error.h"

#include <algorithm>
#include <limits>

#include <fmt/core.h>

namespace moru::jinja {

namespace {

using Kind = Value::Kind;

List charactersOf(const MarkedText& text, Budget& budget)
{
    budget.spend(text.bytes().size());
    List characters;
    std::string_view rest = text.bytes();
    while (!rest.empty()) {
        const std::size_t length = utf8::characterAt(rest, 0).length;
        budget.spendItems(1);
        characters.push_back(Value::text(text.part(rest.substr(0, length))));
        rest.remove_prefix(length);
    }
    return characters;
}

std::int64_t characterCount(std::string_view text)
{
    std::int64_t count = 0;
    while (!text.empty()) {
        text.remove_prefix(utf8::characterAt(text, 0).length);
        ++count;
    }
    return count;
}

/// The bytes of characters [start, stop), both within the text.
std::string_view characterRange(std::string_view text, std::int64_t start, std::int64_t stop)
{
    const auto skip = [](std::string_view& rest, std::int64_t count) {
        for (; count > 0; --count)
            rest.remove_prefix(utf8::characterAt(rest, 0).length);
    };
    skip(text, start);
    std::string_view tail = text;
    skip(tail, stop - start);
    return text.substr(0, text.size() - tail.size());
}

/// A bound as Python counts it: from the end when negative, and at most `length`.
std::int64_t bound(const Value& value, std::int64_t length, std::int64_t otherwise, std::int64_t smallest)
{
    if (value.is(Kind::None))
        return otherwise;
    if (!value.isWhole())
        fail("slice indices must be integers or None");
    const std::int64_t given = value.asInteger();
    return std::clamp(given < 0 ? given + length : given, smallest, length + smallest);
}

} // namespace

Value itemOf(const Value& object, const Value& index)
{
    if (object.is(Kind::Undefined))
        fail(object.whyUndefined());
    if (index.is(Kind::Text) && (object.is(Kind::Dict) || object.is(Kind::Namespace)))
        return attributeOf(object, index.asBytes());
    const bool isSequence = object.is(Kind::List) || object.is(Kind::Text);
    if (!index.isWhole() || !isSequence) {
        return Value::undefined(fmt::format("{} object has no element {}", object.typeName(),
            index.is(Kind::Text) ? index.asBytes() : "of this kind"));
    }
    const std::int64_t length
        = object.is(Kind::List) ? std::ssize(object.asList()) : characterCount(object.asBytes());
    const std::int64_t at = index.asInteger() < 0 ? index.asInteger() + length : index.asInteger();
    if (at < 0 || at >= length)
        return Value::undefined(
            fmt::format("{} object has no element {}", object.typeName(), index.asInteger()));
    if (object.is(Kind::List))
        return object.asList()[static_cast<std::size_t>(at)];
    return Value::text(object.asText().part(characterRange(object.asBytes(), at, at + 1)));
}

Value attributeOf(const Value& object, std::string_view name)
{
    if (object.is(Kind::Undefined))
        fail(object.whyUndefined());
    if (object.is(Kind::Dict) || object.is(Kind::Namespace)) {
        if (const Value* found = object.asDict().find(name))
            return *found;
    }
    return Value::undefined(fmt::format("'{} object' has no attribute '{}'", object.typeName(), name));
}

Value sliceOf(const Value& object, const Value& start, const Value& stop, const Value& step, Budget& budget)
{
    if (object.is(Kind::Undefined))
        fail(object.whyUndefined());
    if (!object.is(Kind::List) && !object.is(Kind::Text))
        fail(fmt::format("'{}' object cannot be sliced", object.typeName()));
    const std::int64_t stride = step.is(Kind::None) ? 1 : step.isWhole() ? step.asInteger() : 0;
    if (stride == 0 || stride == std::numeric_limits<std::int64_t>::min())
        fail("slice step must be an integer other than zero");
    const bool isText = object.is(Kind::Text);
    const std::int64_t length = lengthOf(object, budget);
    const bool forwards = stride > 0;
    const std::int64_t smallest = forwards ? 0 : -1;
    const std::int64_t first = bound(start, length, forwards ? 0 : length - 1, smallest);
    const std::int64_t last = bound(stop, length, forwards ? length : -1, smallest);
    if (isText && stride == 1)
        return Value::text(
            object.asText().part(characterRange(object.asBytes(), first, std::max(first, last))));

    const List items = isText ? charactersOf(object.asText(), budget) : object.asList();
    budget.spend(items.size());
    List picked;
    // Where adding the stride would overflow the walk is over anyway.
    for (std::int64_t at = first; forwards ? at < last : at > last;) {
        picked.push_back(items[static_cast<std::size_t>(at)]);
        if (__builtin_add_overflow(at, stride, &at))
            break;
    }
    if (!isText)
        return Value::list(std::move(picked));
    MarkedText text;
    for (const Value& character : picked)
        text.append(character.asText());
    return Value::text(std::move(text));
}

List itemsOf(const Value& value, Budget& budget)
{
    switch (value.kind()) {
    case Kind::Undefined:
        return {};
    case Kind::List:
        budget.spend(value.asList().size());
        return value.asList();
    case Kind::Text:
        return charactersOf(value.asText(), budget);
    case Kind::Dict:
    case Kind::Namespace: {
        List keys;
        budget.spend(value.asDict().entries().size());
        for (const auto& [key, item] : value.asDict().entries())
            keys.push_back(Value::text(key));
        return keys;
    }
    default:
        fail(fmt::format("'{}' object is not iterable", value.typeName()));
    }
}

std::int64_t lengthOf(const Value& value, Budget& budget)
{
    switch (value.kind()) {
    case Kind::Undefined:
        return 0;
    case Kind::List:
        return std::ssize(value.asList());
    case Kind::Text:
        budget.spendText(value.asBytes().size());
        return characterCount(value.asBytes());
    case Kind::Dict:
    case Kind::Namespace:
        return std::ssize(value.asDict().entries());
    default:
        fail(fmt::format("object of type '{}' has no len()", value.typeName()));
    }
}

} // namespace moru::jinja
