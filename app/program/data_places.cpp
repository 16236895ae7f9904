#include "app/program/data_places.h"

#include <QFile>

#include <cstdlib>

namespace moru {

namespace {

namespace fs = std::filesystem;

fs::path place(const char* variable, const char* belowHome)
{
    const char* named = std::getenv(variable);
    if (named && fs::path(named).is_absolute()) // relative ones are to be passed over
        return fs::path(named) / "moru";
    const char* home = std::getenv("HOME");
    return fs::path(home ? home : "/") / belowHome / "moru";
}

} // namespace

DataPlaces DataPlaces::fromEnvironment()
{
    return { place("XDG_CONFIG_HOME", ".config"), place("XDG_DATA_HOME", ".local/share"),
        place("XDG_STATE_HOME", ".local/state") };
}

QStringList ignoredPlaceVariables()
{
    QStringList ignored;
    for (const char* name : { "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME" }) {
        const char* named = std::getenv(name);
        if (named && *named && !fs::path(named).is_absolute())
            ignored << QStringLiteral("%1=%2").arg(QLatin1String(name), QFile::decodeName(named));
    }
    return ignored;
}

} // namespace moru
