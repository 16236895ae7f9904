#include "app/cli/manual.h"

#include <algorithm>

#include <fmt/format.h>

namespace moru::cli {

namespace {

constexpr std::size_t kWidth = 100; // columns of a page
constexpr std::size_t kOptionColumn = 32;

/// Words of `text` in lines of at most kWidth columns, each after the first indented.
std::string wrapped(std::string_view text, std::size_t indent)
{
    std::string result;
    std::size_t column = indent;
    while (!text.empty()) {
        const auto space = text.find(' ');
        const std::string_view word = text.substr(0, space);
        if (column > indent && column + 1 + word.size() > kWidth) {
            result += '\n' + std::string(indent, ' ');
            column = indent;
        }
        if (column > indent) {
            result += ' ';
            ++column;
        }
        result += word;
        column += word.size();
        text = space == std::string_view::npos ? std::string_view {} : text.substr(space + 1);
    }
    return result;
}

std::string optionEntry(const Option& option)
{
    std::string spelling = fmt::format("--{}", option.name);
    if (option.kind != OptionKind::Flag)
        spelling += fmt::format(" {}", option.value);
    if (!option.aliases.empty()) {
        std::string aliases(option.aliases);
        for (std::size_t at = 0; (at = aliases.find(' ', at)) != std::string::npos; at += 2)
            aliases.replace(at, 1, ", ");
        spelling += fmt::format(" ({})", aliases);
    }
    std::string help(option.help);
    if (!option.fallback.empty())
        help += fmt::format(". Default: {}", option.fallback);
    else if (!option.fallbackWords.empty())
        help += fmt::format(". Default: {}", option.fallbackWords);
    std::string line = fmt::format("  {:<{}}", spelling, kOptionColumn - 2);
    if (spelling.size() + 2 >= kOptionColumn)
        line = fmt::format("  {}\n{}", spelling, std::string(kOptionColumn, ' '));
    return line + wrapped(help, kOptionColumn) + ".\n";
}

} // namespace

std::string usageLine(const Command& command)
{
    return fmt::format(
        "moru-cli {}{}{} [options]", command.name, command.operands.empty() ? "" : " ", command.operands);
}

std::string manualOverview()
{
    std::string page
        = "moru-cli: language models on this machine's processor, read from SafeTensors folders.\n\n"
          "usage: moru-cli COMMAND [operands] [options]\n\n";
    for (const Command* command : allCommands())
        page += fmt::format(
            "  {:<24}{}\n", fmt::format("{} {}", command->name, command->operands), command->summary);
    page += "\n"
            "  moru-cli help COMMAND   every option with its default, and examples\n"
            "  moru-cli --version      the version\n\n"
            "MODEL is a registered name (see \"moru-cli models\"), a repository name in the Hugging Face "
            "cache, the\n"
            "name of a folder in the models folder ($MORU_MODELS_DIR, else $XDG_DATA_HOME/moru/models), or a "
            "path.\n"
            "Standard output carries the result only; progress and notes go to standard error.\n"
            "Exit status: 0 done, 1 it could not be done, 2 wrong usage, 130 stopped by Ctrl+C.\n"
            "Environment: MORU_ISA forces a kernel set (scalar, avx2, avxvnni, avx512f, avx512 or amx),\n"
            "MORU_MODELS_DIR names the models folder, HF_HOME and HF_HUB_CACHE the Hugging Face cache; "
            "NO_COLOR\n"
            "turns colours off.\n";
    return page;
}

std::string manualPage(const Command& command)
{
    std::string page = fmt::format("usage: {}\n\n{}.\n", usageLine(command), command.summary);
    if (!command.details.empty())
        page += fmt::format("\n{}\n", command.details);
    if (!command.examples.empty()) {
        page += "\nExamples:\n";
        for (const std::string_view example : command.examples)
            page += fmt::format("  {}\n", example);
    }
    page += "\nOptions:\n";
    for (const OptionTable table : command.options) {
        for (const Option& option : table)
            page += optionEntry(option);
    }
    return page;
}

} // namespace moru::cli
