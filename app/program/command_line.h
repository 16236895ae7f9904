#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace moru {

/// What `moru` was asked to do. Read before anything else, so that --help works without a display.
struct CommandLine {
    std::string model; ///< Folder or name to load at start; empty for none.
    bool wantsHelp = false;
    bool wantsVersion = false;
    std::string mistake; ///< What is wrong with the arguments; empty when nothing is.

    /// Arguments without the program's name. Qt's own ("-platform offscreen") are left to it.
    [[nodiscard]] static CommandLine parse(const std::vector<std::string_view>& arguments);
};

[[nodiscard]] std::string helpText();
[[nodiscard]] std::string versionText();

} // namespace moru
