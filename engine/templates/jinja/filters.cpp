#include "engine/templates/jinja/filters.h"

#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/jinja/list_filters.h"
#include "engine/templates/jinja/operators.h"
#include "engine/templates/jinja/text_methods.h"
#include "engine/templates/jinja/value_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/core.h>

namespace moru::jinja {

namespace {

using Kind = Value::Kind;
using FilterFunction = Value (*)(const Value& value, const Arguments& arguments, Budget& budget);

struct FilterEntry {
    std::string_view name;
    FilterFunction apply;
};

template <Case kCase> Value caseFilter(const Value& value, const Arguments&, Budget& budget)
{
    const MarkedText text = toText(value, budget);
    budget.spendText(text.bytes().size());
    return inCase(text, kCase);
}

Value trimFilter(const Value& value, const Arguments& arguments, Budget& budget)
{
    const MarkedText text = toText(value, budget);
    budget.spendText(text.bytes().size());
    return strippedText(text, arguments.find(0, "chars"), true, true);
}

Value lengthFilter(const Value& value, const Arguments&, Budget& budget)
{
    return Value::integer(lengthOf(value, budget));
}

Value defaultFilter(const Value& value, const Arguments& arguments, Budget&)
{
    const Value* otherwise = arguments.find(0, "default_value");
    const Value* alsoFalse = arguments.find(1, "boolean");
    const bool isMissing = value.is(Kind::Undefined) || (alsoFalse && alsoFalse->isTrue() && !value.isTrue());
    if (!isMissing)
        return value;
    return otherwise ? *otherwise : Value::text(std::string());
}

Value stringFilter(const Value& value, const Arguments&, Budget& budget)
{
    MarkedText text = toText(value, budget);
    budget.spendText(text.bytes().size());
    return Value::text(std::move(text));
}

Value sameFilter(const Value& value, const Arguments&, Budget&)
{
    return value;
}

Value replaceFilter(const Value& value, const Arguments& arguments, Budget& budget)
{
    const Value* before = arguments.find(0, "old");
    const Value* after = arguments.find(1, "new");
    const Value* count = arguments.find(2, "count");
    if (!before || !after)
        fail("replace needs two texts");
    return replacedText(toText(value, budget), toText(*before, budget), toText(*after, budget),
        count && count->isWhole() ? count->asInteger() : -1, budget);
}

Value jsonFilter(const Value& value, const Arguments& arguments, Budget& budget)
{
    const Value* indent = arguments.find(0, "indent");
    if (const Value* named = arguments.find(1, "indent"); named && !indent)
        indent = named;
    const bool hasIndent = indent && indent->isWhole();
    if (hasIndent && (indent->asInteger() < 0 || indent->asInteger() > 16))
        fail("tojson indents by 0 to 16");
    MarkedText text = toJson(value, hasIndent ? static_cast<int>(indent->asInteger()) : -1, budget);
    budget.spendText(text.bytes().size());
    return Value::text(std::move(text));
}

Value itemsFilter(const Value& value, const Arguments&, Budget& budget)
{
    return entriesOf(value, budget);
}

Value absFilter(const Value& value, const Arguments&, Budget&)
{
    if (!value.isNumber())
        fail(fmt::format("bad operand type for abs(): '{}'", value.typeName()));
    if (value.is(Kind::Real))
        return Value::real(std::abs(value.asReal()));
    return value.asInteger() < 0 ? negated(value) : Value::integer(value.asInteger());
}

Value intFilter(const Value& value, const Arguments& arguments, Budget&)
{
    const Value* otherwise = arguments.find(0, "default");
    if (value.isWhole())
        return Value::integer(value.asInteger());
    if (value.is(Kind::Real) && std::abs(value.asReal()) < 9e18)
        return Value::integer(static_cast<std::int64_t>(value.asReal()));
    if (value.is(Kind::Text)) {
        std::int64_t number = 0;
        const std::string& text = value.asBytes();
        const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
        if (read.ec == std::errc() && read.ptr == text.data() + text.size())
            return Value::integer(number);
    }
    return otherwise ? *otherwise : Value::integer(0);
}

/// Indents every line but the first, and blank ones only if asked to.
Value indentFilter(const Value& value, const Arguments& arguments, Budget& budget)
{
    const Value* width = arguments.find(0, "width");
    const Value* first = arguments.find(1, "first");
    const Value* blank = arguments.find(2, "blank");
    const std::int64_t blanks = width && width->isWhole() ? width->asInteger() : 4;
    if (blanks < 0 || blanks > 1000)
        fail("indent takes a width of 0 to 1000");
    const std::string indentation = width && width->is(Kind::Text)
        ? width->asBytes()
        : std::string(static_cast<std::size_t>(blanks), ' ');
    const MarkedText text = toText(value, budget);
    MarkedText result;
    std::string_view rest = text.bytes();
    for (bool isFirst = true;; isFirst = false) {
        const std::size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        const bool indents = isFirst ? first && first->isTrue() : !line.empty() || (blank && blank->isTrue());
        if (indents)
            result.append(indentation);
        budget.spendText(result.bytes().size() / 1024 + line.size() + indentation.size());
        if (result.bytes().size() > Budget::kTextBytes)
            budget.spendText(result.bytes().size());
        if (end == std::string_view::npos) {
            result.append(text.part(line));
            return Value::text(std::move(result));
        }
        result.append(text.part(rest.substr(0, end + 1)));
        rest.remove_prefix(end + 1);
    }
}

constexpr std::array kFilters {
    FilterEntry { "abs", absFilter },
    FilterEntry { "capitalize", caseFilter<Case::Capitalized> },
    FilterEntry { "count", lengthFilter },
    FilterEntry { "d", defaultFilter },
    FilterEntry { "default", defaultFilter },
    FilterEntry { "first", firstFilter },
    FilterEntry { "indent", indentFilter },
    FilterEntry { "int", intFilter },
    FilterEntry { "items", itemsFilter },
    FilterEntry { "join", joinFilter },
    FilterEntry { "last", lastFilter },
    FilterEntry { "length", lengthFilter },
    FilterEntry { "list", listFilter },
    FilterEntry { "lower", caseFilter<Case::Lower> },
    FilterEntry { "map", mapFilter },
    FilterEntry { "reject", rejectFilter },
    FilterEntry { "rejectattr", rejectAttributeFilter },
    FilterEntry { "replace", replaceFilter },
    FilterEntry { "reverse", reverseFilter },
    FilterEntry { "safe", sameFilter },
    FilterEntry { "select", selectFilter },
    FilterEntry { "selectattr", selectAttributeFilter },
    FilterEntry { "string", stringFilter },
    FilterEntry { "title", caseFilter<Case::Title> },
    FilterEntry { "tojson", jsonFilter },
    FilterEntry { "trim", trimFilter },
    FilterEntry { "unique", uniqueFilter },
    FilterEntry { "upper", caseFilter<Case::Upper> },
};

const FilterEntry* findFilter(std::string_view name)
{
    const auto found = std::ranges::find(kFilters, name, &FilterEntry::name);
    return found == kFilters.end() ? nullptr : &*found;
}

} // namespace

bool isFilter(std::string_view name)
{
    return findFilter(name) != nullptr;
}

Value applyFilter(std::string_view name, const Value& value, const Arguments& arguments, Budget& budget)
{
    const Budget::Level level(budget); // map may apply map
    budget.spend(1);
    const FilterEntry* filter = findFilter(name);
    if (!filter)
        fail(fmt::format("there is no filter \"{}\"", name));
    return filter->apply(value, arguments, budget);
}

} // namespace moru::jinja
