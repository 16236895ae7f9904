#pragma once

#include <limits>
#include <span>
#include <string_view>

namespace moru::cli {

enum class OptionKind {
    Flag, ///< Takes no value.
    Text,
    TextList, ///< May be given several times.
    Integer,
    IntegerList, ///< "1,2,4"
    Number,
};

/// One option of a command. Parsing and `help` read the same row, so neither can know an option or a default
/// that the other does not.
struct Option {
    std::string_view name = {}; ///< Without the dashes: "max-tokens".
    std::string_view aliases
        = {}; ///< Other spellings with their dashes, separated by spaces: "-n --predict".
    OptionKind kind = OptionKind::Flag;
    std::string_view value = {}; ///< Placeholder in the manual: "N".
    std::string_view fallback = {}; ///< Default, written as on the command line; empty: none.
    std::string_view fallbackWords
        = {}; ///< What happens without it, for the manual, where `fallback` is empty.
    std::string_view help = {};
    double minimum = std::numeric_limits<double>::lowest(); ///< Of numbers; inclusive.
    double maximum = std::numeric_limits<double>::max();
    std::string_view choices = {}; ///< Of a Text: the values that exist, separated by spaces; empty: any.
};

using OptionTable = std::span<const Option>;

} // namespace moru::cli
