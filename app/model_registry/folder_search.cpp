#include "app/model_registry/folder_search.h"

#include <algorithm>
#include <set>

namespace moru {

namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 5; // PUBLISHER/MODEL/REVISION and some air
constexpr std::size_t kMostFolders
    = 20000; // a models folder that is really a home folder must not hang the scan

struct Search {
    FolderSearch found;
    std::set<fs::path> visited; // canonical, so that links in circles end

    void visit(const fs::path& folder, int depth)
    {
        std::error_code error;
        const fs::path real = fs::canonical(folder, error);
        if (error || visited.size() >= kMostFolders || !visited.insert(real).second)
            return;
        std::vector<fs::path> subfolders;
        bool isModel = false;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
            entry.increment(error)) {
            const fs::path& path = entry->path();
            std::error_code ignored;
            if (fs::is_directory(path, ignored)) {
                if (!path.filename().string().starts_with('.'))
                    subfolders.push_back(path);
            } else if (path.filename() == "config.json") {
                isModel = true;
            } else if (path.extension() == ".gguf") {
                ++found.ggufFileCount;
            }
        }
        if (isModel) {
            found.modelFolders.push_back(folder);
            return;
        }
        if (depth < kDeepest) {
            for (const fs::path& subfolder : subfolders)
                visit(subfolder, depth + 1);
        }
    }
};

} // namespace

FolderSearch searchModelFolders(const fs::path& root)
{
    Search search;
    search.visit(root, 0);
    std::ranges::sort(search.found.modelFolders);
    return search.found;
}

} // namespace moru
