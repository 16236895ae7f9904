#include "app/model_registry/hugging_face_cache.h"

#include "app/types/path_text.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fstream>

namespace moru {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kModelPrefix = "models--";
/// A download that has not grown for this long was broken off; its snapshot is then simply incomplete.
constexpr std::chrono::minutes kDownloadIsAlive { 5 };
/// Far beyond any real cache; a hostile folder must not keep the scan busy for ever.
constexpr int kMostEntries = 10000;

std::vector<fs::path> children(const fs::path& folder)
{
    std::vector<fs::path> paths;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        paths.push_back(entry->path());
        if (paths.size() >= kMostEntries)
            break;
    }
    std::ranges::sort(paths);
    return paths;
}

/// refs/main holds the commit that "main" stood at when it was fetched.
std::string commitOfMain(const fs::path& repositoryFolder)
{
    std::ifstream file(repositoryFolder / "refs" / "main", std::ios::binary);
    char text[65] = {};
    file.read(text, sizeof text - 1);
    std::string commit(text, static_cast<std::size_t>(file.gcount()));
    while (!commit.empty() && (commit.back() == '\n' || commit.back() == '\r' || commit.back() == ' '))
        commit.pop_back();
    // It becomes part of a path, so nothing but a name may come out of it.
    const bool isName = std::ranges::all_of(commit, [](unsigned char c) { return std::isalnum(c) != 0; });
    return isName ? commit : std::string();
}

bool isThere(const fs::path& path)
{
    std::error_code error;
    return fs::exists(path, error); // follows links to the end: a dangling one does not exist
}

fs::file_time_type modified(const fs::path& path)
{
    std::error_code error;
    const auto time = fs::last_write_time(path, error);
    return error ? fs::file_time_type::min() : time;
}

fs::path chooseSnapshot(const fs::path& repositoryFolder)
{
    const fs::path snapshots = repositoryFolder / "snapshots";
    const std::string commit = commitOfMain(repositoryFolder);
    if (!commit.empty() && isThere(snapshots / commit))
        return snapshots / commit;
    std::vector<fs::path> candidates = children(snapshots);
    std::erase_if(candidates, [](const fs::path& path) {
        std::error_code error;
        return !fs::is_directory(path, error);
    });
    const auto best = std::ranges::max_element(candidates, {},
        [](const fs::path& path) { return std::pair(isThere(path / "config.json"), modified(path)); });
    return best == candidates.end() ? fs::path() : *best;
}

bool isGrowing(const fs::path& repositoryFolder)
{
    const auto now = fs::file_time_type::clock::now();
    return std::ranges::any_of(children(repositoryFolder / "blobs"), [&](const fs::path& blob) {
        return blob.extension() == ".incomplete" && now - modified(blob) < kDownloadIsAlive;
    });
}

} // namespace

std::optional<CachedRepository> readCachedRepository(const fs::path& folder)
{
    const std::string name = folder.filename().string();
    if (!name.starts_with(kModelPrefix) || name.size() == kModelPrefix.size())
        return std::nullopt;
    CachedRepository repository;
    // "--" divides organisation and name once; single hyphens belong to the name.
    repository.repository = pathText(name.substr(kModelPrefix.size()));
    if (const qsizetype divider = repository.repository.indexOf(u"--"); divider >= 0)
        repository.repository.replace(divider, 2, QStringLiteral("/"));
    repository.folder = chooseSnapshot(folder);
    repository.revision = pathText(repository.folder.filename());
    repository.isBeingDownloaded = isGrowing(folder);
    return repository;
}

std::vector<CachedRepository> listHuggingFaceCache(const fs::path& cache)
{
    std::vector<CachedRepository> repositories;
    for (const fs::path& folder : children(cache)) {
        if (auto repository = readCachedRepository(folder))
            repositories.push_back(std::move(*repository));
    }
    return repositories;
}

std::optional<CachedRepository> findInHuggingFaceCache(const fs::path& cache, const QString& repository)
{
    const std::vector<CachedRepository> all = listHuggingFaceCache(cache);
    for (const Qt::CaseSensitivity sensitivity : { Qt::CaseSensitive, Qt::CaseInsensitive }) {
        for (const CachedRepository& candidate : all) {
            if (candidate.repository.compare(repository, sensitivity) == 0)
                return candidate;
        }
    }
    return std::nullopt;
}

} // namespace moru
