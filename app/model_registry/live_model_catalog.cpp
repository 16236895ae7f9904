#include "app/model_registry/live_model_catalog.h"

#include "app/types/path_text.h"

#include <algorithm>

namespace moru {

namespace {

bool isEntryOf(const ModelEntry& entry, const std::filesystem::path& opened)
{
    if (opened.empty() || entry.folder.empty())
        return false;
    std::error_code error;
    const std::filesystem::path chosen = entryOfOpenedFolder(opened).folder;
    return entry.folder == chosen || std::filesystem::equivalent(entry.folder, chosen, error);
}

} // namespace

LiveModelCatalog::LiveModelCatalog(ModelPlaces places, const QStringList& openedFolders,
    SaveFolders saveFolders, CheckModel check, QObject* parent)
    : ModelCatalog(parent)
    , m_places(std::move(places))
    , m_openedFolders(openedFolders)
    , m_saveFolders(std::move(saveFolders))
    , m_check(std::move(check))
    , m_scanner(new QObject)
{
    m_thread.setObjectName(QStringLiteral("model-scan"));
    m_scanner->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_scanner, &QObject::deleteLater);
    m_thread.start(QThread::LowPriority);
}

LiveModelCatalog::~LiveModelCatalog()
{
    m_stop.request_stop();
    m_thread.quit();
    m_thread.wait();
}

std::vector<std::filesystem::path> LiveModelCatalog::openedPaths() const
{
    std::vector<std::filesystem::path> paths;
    for (const QString& folder : m_openedFolders)
        paths.push_back(pathFromText(folder));
    if (!m_awaitedFolder.empty() && std::ranges::find(paths, m_awaitedFolder) == paths.end())
        paths.push_back(m_awaitedFolder);
    return paths;
}

void LiveModelCatalog::rescan()
{
    m_stop.request_stop(); // a scan that still runs would only show what this one shows better
    m_stop = std::stop_source();
    const quint64 scan = ++m_scan;
    ++m_scansRunning;
    // The thread is joined before this object goes, so `this` outlives the work; results come back as events.
    QMetaObject::invokeMethod(m_scanner,
        [this, scan, stop = m_stop.get_token(), options = ModelScanOptions { m_places, openedPaths() },
            check = m_check, opened = m_awaitedFolder] {
            const ModelScan list = listModels(options);
            QMetaObject::invokeMethod(this, [this, scan, list] { takeList(scan, list); });
            for (ModelEntry entry : list.entries) {
                if (stop.stop_requested())
                    break;
                const bool isOpened = isEntryOf(entry, opened);
                if (entry.state == ModelState::Checking)
                    check(entry);
                else if (!isOpened)
                    continue;
                QMetaObject::invokeMethod(
                    this, [this, scan, entry, isOpened] { takeChecked(scan, entry, isOpened); });
            }
            QMetaObject::invokeMethod(this, [this] {
                --m_scansRunning;
                emit changed();
            });
        });
    emit changed();
}

void LiveModelCatalog::takeList(quint64 scan, ModelScan list)
{
    if (scan != m_scan)
        return;
    // What is known of a model stays on screen while it is read again.
    for (ModelEntry& entry : list.entries) {
        const auto known = std::ranges::find(m_entries, entry.key, &ModelEntry::key);
        if (known != m_entries.end() && entry.state == ModelState::Checking && known->folder == entry.folder
            && known->description) {
            entry.description = known->description;
            entry.sizeBytes = known->sizeBytes;
        }
    }
    m_entries = std::move(list.entries);
    m_ggufFileCount = list.ggufFileCount;
    emit changed();
}

void LiveModelCatalog::takeChecked(quint64 scan, const ModelEntry& entry, bool isOpened)
{
    if (scan != m_scan)
        return;
    const auto line = std::ranges::find(m_entries, entry.key, &ModelEntry::key);
    if (line == m_entries.end())
        return;
    // A folder that is no model's is told once, with the reason, and not remembered.
    const bool isNoModel = isOpened && entry.error && entry.error->code == ErrorCode::MissingConfig;
    if (isNoModel && m_openedFolders.removeAll(pathText(m_awaitedFolder)) > 0)
        m_saveFolders(m_openedFolders);
    if (isForeignCacheEntry(entry) || (isNoModel && entry.isRemembered))
        m_entries.erase(line);
    else
        *line = entry;
    emit changed();
    if (isOpened) {
        m_awaitedFolder.clear();
        emit folderChecked(entry);
    }
}

void LiveModelCatalog::checkFolder(const std::filesystem::path& folder)
{
    m_awaitedFolder = folder;
    rescan();
}

void LiveModelCatalog::openFolder(const std::filesystem::path& folder)
{
    std::error_code error;
    const std::filesystem::path absolute = std::filesystem::absolute(folder, error).lexically_normal();
    const QString text = pathText(error ? folder : absolute);
    m_awaitedFolder = pathFromText(text);
    if (!m_openedFolders.contains(text)) {
        m_openedFolders.prepend(text);
        m_saveFolders(m_openedFolders);
    }
    rescan();
}

void LiveModelCatalog::forgetFolder(const QString& modelKey)
{
    const auto line = std::ranges::find(m_entries, modelKey, &ModelEntry::key);
    if (line == m_entries.end() || !line->isRemembered)
        return;
    const auto forgotten = m_openedFolders.removeIf(
        [&](const QString& folder) { return folder == modelKey || folder == pathText(line->folder); });
    if (forgotten == 0)
        return;
    m_saveFolders(m_openedFolders);
    rescan(); // the same model may lie in another place
}

} // namespace moru
