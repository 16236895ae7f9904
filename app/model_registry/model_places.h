#pragma once

#include <filesystem>

namespace moru {

/// The folders in which models are looked for, as the environment names them when asked.
struct ModelPlaces {
    std::filesystem::path modelsFolder; ///< $MORU_MODELS_DIR, else $XDG_DATA_HOME/moru/models.
    /// $HF_HUB_CACHE, $HUGGINGFACE_HUB_CACHE (the old name), $HF_HOME/hub, $XDG_CACHE_HOME/huggingface/hub.
    std::filesystem::path huggingFaceCache;

    [[nodiscard]] static ModelPlaces fromEnvironment();
};

} // namespace moru
