#include "app/model_registry/model_places.h"

#include <cstdlib>

namespace moru {

namespace {

namespace fs = std::filesystem;

/// Empty for a variable that is unset or empty; the XDG rules treat both alike.
fs::path variable(const char* name)
{
    const char* value = std::getenv(name);
    return value ? fs::path(value) : fs::path();
}

fs::path home()
{
    const fs::path named = variable("HOME");
    return named.empty() ? fs::path("/") : named;
}

/// The XDG rules say that a relative path is not valid and must be passed over.
fs::path xdgFolder(const char* name, const char* belowHome)
{
    const fs::path named = variable(name);
    return named.is_absolute() ? named : home() / belowHome;
}

} // namespace

ModelPlaces ModelPlaces::fromEnvironment()
{
    ModelPlaces places;
    places.modelsFolder = variable("MORU_MODELS_DIR");
    if (places.modelsFolder.empty())
        places.modelsFolder = xdgFolder("XDG_DATA_HOME", ".local/share") / "moru" / "models";

    places.huggingFaceCache = variable("HF_HUB_CACHE");
    if (places.huggingFaceCache.empty())
        places.huggingFaceCache = variable("HUGGINGFACE_HUB_CACHE");
    if (places.huggingFaceCache.empty()) {
        const fs::path huggingFaceHome = variable("HF_HOME");
        places.huggingFaceCache
            = (huggingFaceHome.empty() ? xdgFolder("XDG_CACHE_HOME", ".cache") / "huggingface"
                                       : huggingFaceHome)
            / "hub";
    }
    return places;
}

} // namespace moru
