#pragma once

#include <filesystem>
#include <vector>

namespace moru {

struct FolderSearch {
    std::vector<std::filesystem::path> modelFolders; ///< Folders with a config.json, sorted.
    int ggufFileCount = 0;
};

/// Looks for model folders below `root`, itself included, at any depth up to 5; a model folder is not
/// searched further. Links to folders are followed once each. An absent root has none.
[[nodiscard]] FolderSearch searchModelFolders(const std::filesystem::path& root);

} // namespace moru
