#include "app/program/command_line.h"

#include <algorithm>
#include <array>

namespace moru {

namespace {

// QGuiApplication's options that take a value, with one dash or two.
constexpr std::array<std::string_view, 9> kQtOptionsWithValue { "platform", "style", "stylesheet", "geometry",
    "qwindowgeometry", "platformpluginpath", "platformtheme", "plugin", "session" };
constexpr std::array<std::string_view, 2> kQtOptions { "reverse", "qmljsdebugger" };

std::string_view withoutDashes(std::string_view option)
{
    option.remove_prefix(option.starts_with("--") ? 2 : 1);
    return option.substr(0, option.find('='));
}

} // namespace

CommandLine CommandLine::parse(const std::vector<std::string_view>& arguments)
{
    CommandLine line;
    bool onlyModels = false; // after "--"
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (onlyModels || argument.size() < 2 || argument[0] != '-') {
            if (!line.model.empty())
                line.mistake = "only one model can be named";
            line.model = argument;
        } else if (argument == "--") {
            onlyModels = true;
        } else if (argument == "--help" || argument == "-h") {
            line.wantsHelp = true;
        } else if (argument == "--version" || argument == "-V") {
            line.wantsVersion = true;
        } else if (const auto name = withoutDashes(argument);
            std::ranges::find(kQtOptionsWithValue, name) != kQtOptionsWithValue.end()) {
            i += argument.find('=') == std::string_view::npos ? 1 : 0;
        } else if (std::ranges::find(kQtOptions, name) == kQtOptions.end()) {
            line.mistake = "unknown option " + std::string(argument);
        }
    }
    return line;
}

std::string helpText()
{
    return "usage: moru [MODEL]\n"
           "\n"
           "Workbench for local language models: chat, and see where the time goes.\n"
           "\n"
           "  MODEL      model to load at start: a folder with config.json, tokenizer and SafeTensors "
           "files,\n"
           "             a registered name (qwen3-1.7b), or a repository of the Hugging Face cache\n"
           "  --help     show this and end\n"
           "  --version  show the version and end\n"
           "\n"
           "Chats lie in $XDG_DATA_HOME/moru, settings in $XDG_CONFIG_HOME/moru, the log in "
           "$XDG_STATE_HOME/moru.\n"
           "Models are looked for in $MORU_MODELS_DIR (else $XDG_DATA_HOME/moru/models) and in the Hugging "
           "Face cache.\n"
           "Without a display, use moru-cli.\n";
}

std::string versionText()
{
    return "moru " MORU_VERSION "\n";
}

} // namespace moru
