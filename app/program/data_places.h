#pragma once

#include <QStringList>

#include <filesystem>

namespace moru {

/// Where the program keeps what is its own, by the XDG rules. Read from the environment when asked.
struct DataPlaces {
    std::filesystem::path config; ///< $XDG_CONFIG_HOME/moru: settings.
    std::filesystem::path data; ///< $XDG_DATA_HOME/moru: chats, models.
    std::filesystem::path state; ///< $XDG_STATE_HOME/moru: the log.

    [[nodiscard]] static DataPlaces fromEnvironment();
};

/// "NAME=value" of each XDG variable that names a relative folder: the XDG rules have it passed over.
[[nodiscard]] QStringList ignoredPlaceVariables();

} // namespace moru
