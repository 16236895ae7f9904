#include "app/program/data_places.h"

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

} // namespace moru
