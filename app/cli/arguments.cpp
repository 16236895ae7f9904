#include "app/cli/arguments.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace moru::cli {

namespace {

/// Whether a list of words separated by single spaces has this one.
bool hasWord(std::string_view list, std::string_view word)
{
    while (!list.empty()) {
        const auto space = list.find(' ');
        if (list.substr(0, space) == word)
            return true;
        list = space == std::string_view::npos ? std::string_view {} : list.substr(space + 1);
    }
    return false;
}

const Option* findOption(std::span<const OptionTable> tables, std::string_view word)
{
    for (const OptionTable table : tables) {
        for (const Option& option : table) {
            if ((word.starts_with("--") && word.substr(2) == option.name) || hasWord(option.aliases, word))
                return &option;
        }
    }
    return nullptr;
}

bool inRange(const Option& option, double value)
{
    return value >= option.minimum && value <= option.maximum;
}

std::string rangeSentence(const Option& option)
{
    const bool bounded = option.maximum < std::numeric_limits<double>::max();
    return bounded ? fmt::format("between {} and {}", option.minimum, option.maximum)
                   : fmt::format("at least {}", option.minimum);
}

std::optional<std::string> complaint(const Option& option, const std::string& value)
{
    std::vector<double> numbers;
    switch (option.kind) {
    case OptionKind::Flag:
    case OptionKind::TextList:
        return std::nullopt;
    case OptionKind::Text:
        if (option.choices.empty() || hasWord(option.choices, value))
            return std::nullopt;
        return fmt::format("--{} takes one of: {}, not \"{}\"", option.name, option.choices, value);
    case OptionKind::Integer:
        if (const auto number = parseInteger(value))
            numbers.push_back(static_cast<double>(*number));
        break;
    case OptionKind::IntegerList:
        for (const long long number : parseIntegers(value).value_or(std::vector<long long> {}))
            numbers.push_back(static_cast<double>(number));
        break;
    case OptionKind::Number:
        if (const auto number = parseNumber(value))
            numbers.push_back(*number);
        break;
    }
    if (numbers.empty()) {
        const char* kind = option.kind == OptionKind::Integer ? "a whole number"
            : option.kind == OptionKind::IntegerList          ? "whole numbers separated by commas"
                                                              : "a number";
        return fmt::format("--{} takes {}, not \"{}\"", option.name, kind, value);
    }
    for (const double number : numbers) {
        if (!inRange(option, number))
            return fmt::format("--{} must be {}, not {}", option.name, rangeSentence(option), value);
    }
    return std::nullopt;
}

} // namespace

std::expected<Arguments, std::string> Arguments::parse(
    std::span<const std::string> words, std::span<const OptionTable> tables)
{
    Arguments result;
    result.tables_.assign(tables.begin(), tables.end());
    bool onlyOperands = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        // A lone "-" is an operand by custom: standard input.
        if (onlyOperands || word.size() < 2 || word[0] != '-') {
            result.operands_.push_back(word);
            continue;
        }
        if (word == "--") {
            onlyOperands = true;
            continue;
        }
        const auto equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const std::string_view spelling = std::string_view(word).substr(0, equals);
        const Option* option = findOption(tables, spelling);
        if (!option)
            return std::unexpected(fmt::format("there is no option {} here", spelling));
        std::vector<std::string>& values = result.values_[std::string(option->name)];
        if (option->kind == OptionKind::Flag) {
            if (equals != std::string::npos)
                return std::unexpected(fmt::format("--{} takes no value", option->name));
            values.assign(1, std::string());
            continue;
        }
        std::string value;
        if (equals != std::string::npos)
            value = word.substr(equals + 1);
        else if (i + 1 < words.size())
            value = words[++i];
        else
            return std::unexpected(fmt::format("--{} needs a value ({})", option->name, option->value));
        if (const auto problem = complaint(*option, value))
            return std::unexpected(*problem);
        if (option->kind != OptionKind::TextList)
            values.clear(); // the last one counts, as everywhere
        values.push_back(std::move(value));
    }
    return result;
}

bool Arguments::has(std::string_view name) const
{
    return values_.find(name) != values_.end();
}

std::optional<std::string> Arguments::text(std::string_view name) const
{
    if (const auto found = values_.find(name); found != values_.end())
        return found->second.back();
    for (const OptionTable table : tables_) {
        for (const Option& option : table) {
            if (option.name == name && !option.fallback.empty())
                return std::string(option.fallback);
        }
    }
    return std::nullopt;
}

std::vector<std::string> Arguments::texts(std::string_view name) const
{
    const auto found = values_.find(name);
    return found == values_.end() ? std::vector<std::string> {} : found->second;
}

std::optional<long long> Arguments::integer(std::string_view name) const
{
    const auto value = text(name);
    return value ? parseInteger(*value) : std::nullopt;
}

std::vector<long long> Arguments::integers(std::string_view name) const
{
    const auto value = text(name);
    return value ? parseIntegers(*value).value_or(std::vector<long long> {}) : std::vector<long long> {};
}

std::optional<double> Arguments::number(std::string_view name) const
{
    const auto value = text(name);
    return value ? parseNumber(*value) : std::nullopt;
}

std::optional<long long> parseInteger(std::string_view text)
{
    long long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<double> parseNumber(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<std::vector<long long>> parseIntegers(std::string_view text)
{
    std::vector<long long> values;
    while (true) {
        const auto comma = text.find(',');
        const auto value = parseInteger(text.substr(0, comma));
        if (!value)
            return std::nullopt;
        values.push_back(*value);
        if (comma == std::string_view::npos)
            return values;
        text.remove_prefix(comma + 1);
    }
}

} // namespace moru::cli
