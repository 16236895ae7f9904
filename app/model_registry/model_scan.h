#pragma once

#include "app/model_registry/model_places.h"
#include "app/types/model_entry.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <vector>

namespace moru {

/// What one look through all places found.
struct ModelScan {
    std::vector<ModelEntry> entries; ///< Registered ones first, then by source and title.
    int ggufFileCount = 0; ///< Left out: moru-cli import turns them into folders.
};

struct ModelScanOptions {
    ModelPlaces places = ModelPlaces::fromEnvironment();
    std::vector<std::filesystem::path>
        openedFolders; ///< Remembered; an absent one is Unavailable, never dropped.
};

/// Lists what is in the places without reading the models: state Checking where a folder was found.
[[nodiscard]] ModelScan listModels(const ModelScanOptions& options);

/// Reads what the folder of an entry says about itself and sets state, error, missing files and description.
/// Reads config, tokenizer and headers, so it takes up to a second a model: not on the window's thread.
void checkModel(ModelEntry& entry);

/// True for a checked entry of the Hugging Face cache that holds no language model (a data set, an encoder, a
/// tokenizer): it is left out rather than shown as broken.
[[nodiscard]] bool isForeignCacheEntry(const ModelEntry& entry);

/// Both in one, for scripts. `stop` ends it between two models; the rest stays Checking.
[[nodiscard]] ModelScan scanModels(const ModelScanOptions& options, std::stop_token stop = {});

/// The entry of a folder that the person opened, not yet checked.
[[nodiscard]] ModelEntry entryOfOpenedFolder(const std::filesystem::path& folder);

} // namespace moru
