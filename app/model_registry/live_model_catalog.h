#pragma once

#include "app/interfaces/model_catalog.h"
#include "app/model_registry/model_scan.h"

#include <QThread>

#include <functional>
#include <memory>
#include <stop_token>

namespace moru {

/// The catalogue of the program: scans on a thread of its own and remembers opened folders.
class LiveModelCatalog final : public ModelCatalog {
    Q_OBJECT
public:
    using CheckModel = std::function<void(ModelEntry&)>;
    using SaveFolders = std::function<void(const QStringList&)>;

    /// `openedFolders` are those remembered; `saveFolders` is called whenever the list changes.
    LiveModelCatalog(ModelPlaces places, const QStringList& openedFolders, SaveFolders saveFolders,
        CheckModel check = checkModel, QObject* parent = nullptr);
    /// Waits for the model that is being read just now, no longer.
    ~LiveModelCatalog() override;

    [[nodiscard]] const std::vector<ModelEntry>& entries() const override { return m_entries; }
    [[nodiscard]] bool isScanning() const override { return m_scansRunning > 0; }
    [[nodiscard]] int ggufFileCount() const override { return m_ggufFileCount; }
    [[nodiscard]] std::filesystem::path modelsFolder() const override { return m_places.modelsFolder; }
    [[nodiscard]] std::filesystem::path huggingFaceCache() const override
    {
        return m_places.huggingFaceCache;
    }

    void rescan() override;
    void openFolder(const std::filesystem::path& folder) override;
    void forgetFolder(const QString& modelKey) override;
    /// As openFolder, for a folder that was found by a name: it is not remembered.
    void checkFolder(const std::filesystem::path& folder);

private:
    /// Those remembered, and the one that is waited for.
    [[nodiscard]] std::vector<std::filesystem::path> openedPaths() const;
    /// Both run on the window's thread with what the scanning thread found. `scan` numbers the scans: results
    /// of one that was overtaken are dropped.
    void takeList(quint64 scan, ModelScan list);
    void takeChecked(quint64 scan, const ModelEntry& entry, bool isOpened);

    ModelPlaces m_places;
    QStringList m_openedFolders;
    SaveFolders m_saveFolders;
    CheckModel m_check;
    std::vector<ModelEntry> m_entries;
    std::filesystem::path m_awaitedFolder; // opened or named by the person, not yet checked
    int m_ggufFileCount = 0;
    int m_scansRunning = 0;
    quint64 m_scan = 0;
    std::stop_source m_stop;
    QThread m_thread;
    QObject* m_scanner = nullptr; // lives on m_thread; work is posted to it
};

} // namespace moru
