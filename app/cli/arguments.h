#pragma once

#include "app/cli/options.h"

#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moru::cli {

/// The words after the command, checked against the command's option tables. What cannot be read is refused
/// while parsing, so the getters cannot fail; asking for an option that no table has is a programming error.
class Arguments {
public:
    /// Errors: one sentence on what is wrong with the command line.
    [[nodiscard]] static std::expected<Arguments, std::string> parse(
        std::span<const std::string> words, std::span<const OptionTable> tables);

    /// True when the option is on the command line, whatever its default.
    [[nodiscard]] bool has(std::string_view name) const;
    [[nodiscard]] bool flag(std::string_view name) const { return has(name); }
    /// The value given, else the default; unset when there is neither.
    [[nodiscard]] std::optional<std::string> text(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
    [[nodiscard]] std::optional<long long> integer(std::string_view name) const;
    [[nodiscard]] std::vector<long long> integers(std::string_view name) const;
    [[nodiscard]] std::optional<double> number(std::string_view name) const;
    /// The words that are not options, in order.
    [[nodiscard]] const std::vector<std::string>& operands() const { return operands_; }

private:
    std::vector<OptionTable> tables_;
    std::map<std::string, std::vector<std::string>, std::less<>> values_;
    std::vector<std::string> operands_;
};

/// Reads a whole text as a number in C locale, whatever the environment says.
[[nodiscard]] std::optional<long long> parseInteger(std::string_view text);
[[nodiscard]] std::optional<double> parseNumber(std::string_view text);
/// "1,2,4"; unset when a part is not an integer or nothing is there.
[[nodiscard]] std::optional<std::vector<long long>> parseIntegers(std::string_view text);

} // namespace moru::cli
