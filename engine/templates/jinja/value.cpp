#include "engine/templates/jinja/value.h"

#include "engine/templates/jinja/budget.h"
#include "engine/templates/jinja/jinja_error.h"

#include <algorithm>
#include <array>

namespace moru::jinja {

const Value* Dict::find(std::string_view key) const
{
    for (const auto& [name, value] : entries_) {
        if (name == key)
            return &value;
    }
    return nullptr;
}

void Dict::set(std::string key, Value value)
{
    for (auto& [name, old] : entries_) {
        if (name == key) {
            old = std::move(value);
            return;
        }
    }
    entries_.emplace_back(std::move(key), std::move(value));
}

const Value* Arguments::find(std::size_t position, std::string_view name) const
{
    if (position < positional.size())
        return &positional[position];
    for (const auto& [given, value] : named) {
        if (given == name)
            return &value;
    }
    return nullptr;
}

Value Value::undefined(std::string why)
{
    Value value;
    value.value_ = Undefined { std::move(why) };
    return value;
}

Value Value::none()
{
    Value value;
    value.value_ = None {};
    return value;
}

Value Value::boolean(bool boolean)
{
    Value value;
    value.value_ = boolean;
    return value;
}

Value Value::integer(std::int64_t integer)
{
    Value value;
    value.value_ = integer;
    return value;
}

Value Value::real(double real)
{
    Value value;
    value.value_ = real;
    return value;
}

Value Value::text(MarkedText text)
{
    Value value;
    value.value_ = std::make_shared<const MarkedText>(std::move(text));
    return value;
}

Value Value::text(std::string text)
{
    return Value::text(MarkedText(std::move(text)));
}

Value Value::list(List list)
{
    Value value;
    for (const Value& item : list) {
        item.checkMayBeHeld();
        value.depth_ = std::max(value.depth_, item.depth_ + 1);
    }
    value.value_ = std::make_shared<const List>(std::move(list));
    return value;
}

Value Value::dict(Dict dict)
{
    Value value;
    for (const auto& [key, item] : dict.entries()) {
        item.checkMayBeHeld();
        value.depth_ = std::max(value.depth_, item.depth_ + 1);
    }
    value.value_ = std::make_shared<const Dict>(std::move(dict));
    return value;
}

Value Value::newNamespace(Dict members)
{
    for (const auto& [key, item] : members.entries())
        item.checkMayBeHeld();
    Value value;
    value.value_ = Namespace { std::make_shared<Dict>(std::move(members)) };
    return value;
}

void Value::checkMayBeHeld() const
{
    if (is(Kind::Namespace))
        fail("a namespace cannot be put into another value");
    if (depth_ >= kDeepest)
        throw JinjaError(JinjaError::Kind::Limit, "lists nest too deeply");
}

Value Value::function(Function function)
{
    Value value;
    value.value_ = std::make_shared<const Function>(std::move(function));
    return value;
}

Value::Kind Value::kind() const
{
    return static_cast<Kind>(value_.index()); // the variant lists its kinds in the enumeration's order
}

std::string Value::whyUndefined() const
{
    const std::string& why = std::get<Undefined>(value_).why;
    return why.empty() ? "a value is undefined" : why;
}

bool Value::asBoolean() const
{
    return std::get<bool>(value_);
}

std::int64_t Value::asInteger() const
{
    return is(Kind::Boolean) ? std::int64_t { asBoolean() } : std::get<std::int64_t>(value_);
}

double Value::asReal() const
{
    return is(Kind::Real) ? std::get<double>(value_) : static_cast<double>(asInteger());
}

const MarkedText& Value::asText() const
{
    return *std::get<std::shared_ptr<const MarkedText>>(value_);
}

const List& Value::asList() const
{
    return *std::get<std::shared_ptr<const List>>(value_);
}

const Dict& Value::asDict() const
{
    return is(Kind::Namespace) ? asNamespace() : *std::get<std::shared_ptr<const Dict>>(value_);
}

Dict& Value::asNamespace() const
{
    return *std::get<Namespace>(value_).members;
}

const Function& Value::asFunction() const
{
    return *std::get<std::shared_ptr<const Function>>(value_);
}

bool Value::isTrue() const
{
    switch (kind()) {
    case Kind::Undefined:
    case Kind::None:
        return false;
    case Kind::Boolean:
    case Kind::Integer:
        return asInteger() != 0;
    case Kind::Real:
        return asReal() != 0;
    case Kind::Text:
        return !asBytes().empty();
    case Kind::List:
        return !asList().empty();
    case Kind::Dict:
        return !asDict().entries().empty();
    case Kind::Namespace:
    case Kind::Function:
        return true;
    }
    return false;
}

std::string_view Value::typeName() const
{
    constexpr std::array<std::string_view, 10> kNames { "undefined", "NoneType", "bool", "int", "float",
        "str", "list", "dict", "namespace", "function" };
    return kNames[value_.index()];
}

bool areEqual(const Value& a, const Value& b, Budget& budget)
{
    budget.spend(1);
    if (a.isWhole() && b.isWhole())
        return a.asInteger() == b.asInteger();
    if (a.isNumber() && b.isNumber())
        return a.asReal() == b.asReal();
    if (a.kind() != b.kind())
        return false;
    switch (a.kind()) {
    case Value::Kind::Undefined:
    case Value::Kind::None:
        return true;
    case Value::Kind::Text:
        budget.spend(std::min(a.asBytes().size(), b.asBytes().size()) / 16);
        return a.asBytes() == b.asBytes();
    case Value::Kind::List:
        return std::ranges::equal(
            a.asList(), b.asList(), [&](const Value& x, const Value& y) { return areEqual(x, y, budget); });
    case Value::Kind::Dict:
        return a.asDict().entries().size() == b.asDict().entries().size()
            && std::ranges::all_of(a.asDict().entries(), [&](const auto& entry) {
                   const Value* other = b.asDict().find(entry.first);
                   return other && areEqual(entry.second, *other, budget);
               });
    case Value::Kind::Namespace:
        return &a.asNamespace() == &b.asNamespace();
    default:
        return false;
    }
}

} // namespace moru::jinja
