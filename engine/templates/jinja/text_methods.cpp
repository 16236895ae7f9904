#include "engine/templates/jinja/text_methods.h"

#include "engine/core/utf8.h"
#include "engine/templates/jinja/jinja_error.h"
#include "engine/templates/jinja/operators.h"
#include "engine/templates/jinja/value_text.h"
#include "engine/templates/python_text.h"

#include <algorithm>

#include <fmt/core.h>
#include <utf8proc.h>

namespace moru::jinja {

namespace {

using Kind = Value::Kind;

std::string_view textArgument(const Arguments& arguments, std::size_t position, std::string_view name)
{
    const Value* value = arguments.find(position, name);
    if (!value || !value->is(Kind::Text))
        fail(fmt::format("a method needs a text as its {} argument", position == 0 ? "first" : "second"));
    return value->asBytes();
}

std::int64_t countArgument(const Arguments& arguments, std::size_t position, std::string_view name)
{
    const Value* value = arguments.find(position, name);
    return value && value->isWhole() ? value->asInteger() : -1;
}

/// str.split() without a separator: words between white space, empty ones left out.
Value words(const MarkedText& text, std::int64_t most, Budget& budget)
{
    List parts;
    std::string_view rest = stripLeft(text.bytes());
    while (!rest.empty()) {
        std::string_view word = rest;
        if (most < 0 || std::ssize(parts) < most) {
            std::size_t length = 0;
            while (length < rest.size() && !isPythonSpace(utf8::characterAt(rest, length).codePoint))
                length += utf8::characterAt(rest, length).length;
            word = rest.substr(0, length);
        }
        budget.spendItems(1);
        parts.push_back(Value::text(text.part(word)));
        rest = stripLeft(rest.substr(word.size()));
    }
    return Value::list(std::move(parts));
}

Value split(const MarkedText& text, const Arguments& arguments, bool fromRight, Budget& budget)
{
    const Value* given = arguments.find(0, "sep");
    const std::int64_t most = countArgument(arguments, 1, "maxsplit");
    if (!given || given->is(Kind::None))
        return words(text, most, budget);
    const std::string_view separator = textArgument(arguments, 0, "sep");
    if (separator.empty())
        fail("empty separator");
    List parts;
    std::string_view rest = text.bytes();
    const auto mayGoOn = [&] { return most < 0 || std::ssize(parts) < most; };
    while (mayGoOn()) {
        const std::size_t at = fromRight ? rest.rfind(separator) : rest.find(separator);
        if (at == std::string_view::npos)
            break;
        const std::string_view before = rest.substr(0, at);
        const std::string_view after = rest.substr(at + separator.size());
        budget.spendItems(1);
        parts.push_back(Value::text(text.part(fromRight ? after : before)));
        rest = fromRight ? before : after;
    }
    parts.push_back(Value::text(text.part(rest)));
    if (fromRight)
        std::ranges::reverse(parts);
    return Value::list(std::move(parts));
}

Value lines(const MarkedText& text, Budget& budget)
{
    List parts;
    std::string_view rest = text.bytes();
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
        budget.spendItems(1);
        parts.push_back(Value::text(text.part(rest.substr(0, end))));
        rest.remove_prefix(end);
        rest.remove_prefix(rest.starts_with("\r\n") ? 2 : rest.empty() ? 0 : 1);
    }
    return Value::list(std::move(parts));
}

/// startswith and endswith take one text or several.
bool hasAffix(const MarkedText& text, const Arguments& arguments, bool atStart)
{
    const Value* given = arguments.find(0, "prefix");
    const auto matches = [&](const Value& affix) {
        if (!affix.is(Kind::Text))
            fail("startswith and endswith need a text or several");
        return atStart ? text.bytes().starts_with(affix.asBytes()) : text.bytes().ends_with(affix.asBytes());
    };
    if (given && given->is(Kind::List))
        return std::ranges::any_of(given->asList(), matches);
    return matches(given ? *given : Value());
}

/// Position in characters, as str.find and str.rfind count.
std::int64_t foundAt(std::string_view text, std::string_view wanted, bool last)
{
    const std::size_t at = last ? text.rfind(wanted) : text.find(wanted);
    if (at == std::string_view::npos)
        return -1;
    std::int64_t characters = 0;
    for (std::size_t byte = 0; byte < at; byte += utf8::characterAt(text, byte).length)
        ++characters;
    return characters;
}

std::int64_t occurrences(std::string_view text, std::string_view wanted)
{
    if (wanted.empty())
        fail("count needs a text that is not empty");
    std::int64_t count = 0;
    for (std::size_t at = text.find(wanted); at != std::string_view::npos;
        at = text.find(wanted, at + wanted.size()))
        ++count;
    return count;
}

Value joined(const MarkedText& separator, const Arguments& arguments, Budget& budget)
{
    const Value* items = arguments.find(0, "iterable");
    MarkedText text;
    bool isFirst = true;
    for (const Value& item : itemsOf(items ? *items : Value(), budget)) {
        if (!item.is(Kind::Text))
            fail("join needs texts");
        if (!isFirst)
            text.append(separator);
        isFirst = false;
        budget.spendText(separator.bytes().size() + item.asBytes().size());
        text.append(item.asText());
        budget.spendText(0);
        if (text.bytes().size() > Budget::kTextBytes)
            budget.spendText(text.bytes().size());
    }
    return Value::text(std::move(text));
}

bool isAll(std::string_view text, bool (*has)(utf8proc_category_t))
{
    const bool isEmpty = text.empty();
    while (!text.empty()) {
        const utf8::Character character = utf8::characterAt(text, 0);
        if (!has(utf8proc_category(static_cast<utf8proc_int32_t>(character.codePoint))))
            return false;
        text.remove_prefix(character.length);
    }
    return !isEmpty;
}

std::optional<Value> callTextMethod(
    const MarkedText& text, std::string_view name, const Arguments& arguments, Budget& budget)
{
    budget.spendText(text.bytes().size());
    if (name == "strip" || name == "lstrip" || name == "rstrip")
        return strippedText(text, arguments.find(0, "chars"), name != "rstrip", name != "lstrip");
    if (name == "split" || name == "rsplit")
        return split(text, arguments, name == "rsplit", budget);
    if (name == "splitlines")
        return lines(text, budget);
    if (name == "startswith" || name == "endswith")
        return Value::boolean(hasAffix(text, arguments, name == "startswith"));
    if (name == "upper")
        return inCase(text, Case::Upper);
    if (name == "lower")
        return inCase(text, Case::Lower);
    if (name == "capitalize")
        return inCase(text, Case::Capitalized);
    if (name == "title")
        return inCase(text, Case::Title);
    if (name == "find" || name == "rfind")
        return Value::integer(foundAt(text.bytes(), textArgument(arguments, 0, "sub"), name == "rfind"));
    if (name == "count")
        return Value::integer(occurrences(text.bytes(), textArgument(arguments, 0, "sub")));
    if (name == "join")
        return joined(text, arguments, budget);
    if (name == "replace") {
        (void)textArgument(arguments, 0, "old");
        (void)textArgument(arguments, 1, "new");
        return replacedText(text, arguments.find(0, "old")->asText(), arguments.find(1, "new")->asText(),
            countArgument(arguments, 2, "count"), budget);
    }
    if (name == "removeprefix" || name == "removesuffix") {
        std::string_view rest = text.bytes();
        const std::string_view affix = textArgument(arguments, 0, "prefix");
        if (name == "removeprefix" && rest.starts_with(affix))
            rest.remove_prefix(affix.size());
        if (name == "removesuffix" && rest.ends_with(affix))
            rest.remove_suffix(affix.size());
        return Value::text(text.part(rest));
    }
    if (name == "isdigit")
        return Value::boolean(
            isAll(text.bytes(), [](utf8proc_category_t c) { return c == UTF8PROC_CATEGORY_ND; }));
    if (name == "isspace")
        return Value::boolean(!text.bytes().empty() && strip(text.bytes()).empty());
    return std::nullopt;
}

std::optional<Value> callDictMethod(
    const Value& dict, std::string_view name, const Arguments& arguments, Budget& budget)
{
    if (name == "items")
        return entriesOf(dict, budget);
    if (name == "keys")
        return Value::list(itemsOf(dict, budget));
    if (name == "values") {
        List values;
        for (const auto& [key, value] : dict.asDict().entries())
            values.push_back(value);
        budget.spend(values.size());
        return Value::list(std::move(values));
    }
    if (name == "get") {
        const Value* found = dict.asDict().find(textArgument(arguments, 0, "key"));
        const Value* otherwise = arguments.find(1, "default");
        return found ? *found : otherwise ? *otherwise : Value::none();
    }
    return std::nullopt;
}

} // namespace

std::optional<Value> callMethod(
    const Value& object, std::string_view name, const Arguments& arguments, Budget& budget)
{
    if (object.is(Kind::Text))
        return callTextMethod(object.asText(), name, arguments, budget);
    if (object.is(Kind::Dict))
        return callDictMethod(object, name, arguments, budget);
    return std::nullopt;
}

Value strippedText(const MarkedText& text, const Value* characters, bool left, bool right)
{
    std::string_view rest = text.bytes();
    if (characters && characters->is(Kind::Text)) {
        const std::string_view set = characters->asBytes();
        // A set with other than ASCII would need whole characters; none is known.
        if (std::ranges::any_of(set, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
            fail("strip knows ASCII characters only");
        rest = left ? stripAnyLeft(rest, set) : rest;
        rest = right ? stripAnyRight(rest, set) : rest;
    } else {
        rest = left ? stripLeft(rest) : rest;
        rest = right ? stripRight(rest) : rest;
    }
    return Value::text(text.part(rest));
}

Value replacedText(const MarkedText& text, const MarkedText& before, const MarkedText& after,
    std::int64_t count, Budget& budget)
{
    const std::string_view wanted = before.bytes();
    if (wanted.empty())
        fail("replace needs a text that is not empty");
    MarkedText result;
    std::string_view rest = text.bytes();
    while (count != 0) {
        const std::size_t at = rest.find(wanted);
        if (at == std::string_view::npos)
            break;
        result.append(text.part(rest.substr(0, at)));
        result.append(after);
        budget.spendText(result.bytes().size() / 16 + after.bytes().size());
        if (result.bytes().size() > Budget::kTextBytes)
            budget.spendText(result.bytes().size());
        rest.remove_prefix(at + wanted.size());
        --count;
    }
    result.append(text.part(rest));
    return Value::text(std::move(result));
}

Value inCase(const MarkedText& text, Case wanted)
{
    std::string result;
    bool startsWord = true;
    bool isFirst = true;
    for (std::string_view rest = text.bytes(); !rest.empty();) {
        const utf8::Character character = utf8::characterAt(rest, 0);
        const auto value = static_cast<utf8proc_int32_t>(character.codePoint);
        const bool raises = wanted == Case::Upper || (wanted == Case::Capitalized && isFirst)
            || (wanted == Case::Title && startsWord);
        if (character.form == utf8::Form::Whole)
            utf8::append(
                result, static_cast<char32_t>(raises ? utf8proc_toupper(value) : utf8proc_tolower(value)));
        else
            result += rest.substr(0, character.length);
        startsWord = utf8proc_toupper(value) == utf8proc_tolower(value);
        isFirst = false;
        rest.remove_prefix(character.length);
    }
    return Value::text(text.changed(std::move(result)));
}

Value entriesOf(const Value& value, Budget& budget)
{
    if (value.is(Kind::Undefined))
        return Value::list({});
    if (!value.is(Kind::Dict))
        fail("Can only get item pairs from a mapping.");
    List entries;
    budget.spend(value.asDict().entries().size());
    for (const auto& [key, item] : value.asDict().entries())
        entries.push_back(Value::list({ Value::text(key), item }));
    return Value::list(std::move(entries));
}

} // namespace moru::jinja
