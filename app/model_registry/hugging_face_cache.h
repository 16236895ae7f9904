#pragma once

#include <QString>

#include <filesystem>
#include <optional>
#include <vector>

namespace moru {

/// One repository of a Hugging Face cache (models--ORG--NAME), seen through the snapshot that is in use.
struct CachedRepository {
    QString repository; ///< "ORG/NAME", or "NAME" for one without an organisation.
    std::filesystem::path folder; ///< snapshots/COMMIT; empty when there is no snapshot yet.
    QString revision; ///< The commit.
    /// Another program writes into it: unfinished blobs that changed within the last minutes.
    bool isBeingDownloaded = false;
};

/// All model repositories of the cache, by name. An absent or unreadable cache has none. Read only.
[[nodiscard]] std::vector<CachedRepository> listHuggingFaceCache(const std::filesystem::path& cache);

/// One repository by name ("Qwen/Qwen3-1.7B"); case matters only when two differ by it.
[[nodiscard]] std::optional<CachedRepository> findInHuggingFaceCache(
    const std::filesystem::path& cache, const QString& repository);

/// Reads one models--… folder. Unset when its name is not of that form.
/// The snapshot is that of refs/main; without it the newest that has a config.json, else the newest.
[[nodiscard]] std::optional<CachedRepository> readCachedRepository(const std::filesystem::path& folder);

} // namespace moru
