#include "app/model_registry/model_scan.h"

#include "app/model_registry/folder_search.h"
#include "app/model_registry/hugging_face_cache.h"
#include "app/model_registry/model_title.h"
#include "app/model_registry/registered_models.h"
#include "app/types/path_text.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace moru {

namespace {

namespace fs = std::filesystem;

/// Collects entries; a folder that several places lead to is listed once, and what belongs to a registered
/// model completes that model's line.
class EntryCollector {
public:
    EntryCollector()
    {
        for (const RegisteredModel& model : registeredModels()) {
            ModelEntry entry;
            entry.key = entry.name = model.name;
            entry.title = model.title;
            entry.source = ModelSource::Registered;
            entry.state = ModelState::NotOnThisMachine;
            entry.registered = model;
            entry.repository = model.repository;
            entry.sizeBytes = model.downloadBytes;
            m_entries.push_back(std::move(entry));
        }
    }

    void add(ModelEntry entry, const RegisteredModel* registered)
    {
        std::error_code error;
        const fs::path real = fs::weakly_canonical(entry.folder, error);
        if (!m_folders.insert(error ? entry.folder : real).second)
            return;
        if (registered && completeRegistered(*registered, entry))
            return;
        m_entries.push_back(std::move(entry));
    }

    std::vector<ModelEntry> take()
    {
        // The registered ones stand first, in the order of their file.
        const auto found = m_entries.begin() + static_cast<std::ptrdiff_t>(registeredModels().size());
        std::ranges::sort(found, m_entries.end(), {}, [](const ModelEntry& entry) {
            return std::tuple(entry.source, entry.title.toLower(), entry.key);
        });
        return std::move(m_entries);
    }

private:
    /// False when the line is taken by another copy already; the copy then gets a line of its own.
    bool completeRegistered(const RegisteredModel& model, const ModelEntry& found)
    {
        const auto line = std::ranges::find(m_entries, model.name, &ModelEntry::key);
        if (line == m_entries.end() || line->state != ModelState::NotOnThisMachine)
            return false;
        line->folder = found.folder;
        line->revision = found.revision;
        line->state = found.state;
        line->error = found.error;
        line->isRemembered = found.isRemembered;
        return true;
    }

    std::vector<ModelEntry> m_entries;
    std::set<fs::path> m_folders;
};

ModelEntry foundEntry(ModelSource source, const fs::path& folder, const QString& name)
{
    ModelEntry entry;
    entry.key = pathText(folder);
    entry.name = name;
    entry.title = titleFromName(name);
    entry.source = source;
    entry.state = ModelState::Checking;
    entry.folder = folder;
    return entry;
}

void addModelsFolder(const fs::path& root, EntryCollector& collector, ModelScan& scan)
{
    const FolderSearch search = searchModelFolders(root);
    scan.ggufFileCount += search.ggufFileCount;
    for (const fs::path& folder : search.modelFolders) {
        const QString name = pathText(folder == root ? folder : folder.lexically_relative(root));
        const QString leaf = pathText(folder.filename());
        const RegisteredModel* registered = registeredModelOfRepository(name);
        collector.add(foundEntry(ModelSource::ModelsFolder, folder, name),
            registered ? registered : registeredModelOfFolderName(leaf));
    }
}

void addHuggingFaceCache(const fs::path& cache, EntryCollector& collector)
{
    for (const CachedRepository& repository : listHuggingFaceCache(cache)) {
        const RegisteredModel* registered = registeredModelOfRepository(repository.repository);
        // Caches are full of data sets, encoders and tokenizers; only what has weights to show is a model
        // here.
        if (repository.folder.empty() && !registered)
            continue;
        ModelEntry entry
            = foundEntry(ModelSource::HuggingFaceCache, repository.folder, repository.repository);
        entry.key = QStringLiteral("hf:") + repository.repository; // survives a new revision
        entry.repository = repository.repository;
        entry.revision = repository.revision;
        if (repository.isBeingDownloaded)
            entry.state = ModelState::BeingDownloaded;
        else if (repository.folder.empty())
            continue;
        collector.add(std::move(entry), registered);
    }
}

} // namespace

ModelEntry entryOfOpenedFolder(const fs::path& folder)
{
    fs::path chosen = folder;
    QString name = pathText(folder.filename().empty() ? folder.parent_path().filename() : folder.filename());
    QString revision;
    // Someone who opens a repository's folder in the cache means the model in it.
    if (const auto repository = readCachedRepository(folder); repository && !repository->folder.empty()) {
        chosen = repository->folder;
        name = repository->repository;
        revision = repository->revision;
    }
    ModelEntry entry = foundEntry(ModelSource::OpenedFolder, chosen, name);
    entry.key = pathText(folder); // as remembered
    entry.name = entry.key;
    entry.revision = revision;
    entry.isRemembered = true;
    return entry;
}

ModelScan listModels(const ModelScanOptions& options)
{
    ModelScan scan;
    EntryCollector collector;
    addModelsFolder(options.places.modelsFolder, collector, scan);
    addHuggingFaceCache(options.places.huggingFaceCache, collector);
    for (const fs::path& folder : options.openedFolders)
        collector.add(entryOfOpenedFolder(folder), registeredModelOfFolderName(pathText(folder.filename())));
    scan.entries = collector.take();
    return scan;
}

ModelScan scanModels(const ModelScanOptions& options, std::stop_token stop)
{
    ModelScan scan = listModels(options);
    for (ModelEntry& entry : scan.entries) {
        if (stop.stop_requested())
            break;
        if (entry.state == ModelState::Checking)
            checkModel(entry);
    }
    std::erase_if(scan.entries, isForeignCacheEntry);
    return scan;
}

} // namespace moru
