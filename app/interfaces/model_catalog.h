#pragma once

#include "app/types/model_entry.h"

#include <QObject>

#include <filesystem>
#include <vector>

namespace moru {

/// The models of the picker. Folders are read on another thread; entries arrive as Checking and are
/// completed.
class ModelCatalog : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// The eight registered models first, in the order of resources/models.json, then what was found.
    [[nodiscard]] virtual const std::vector<ModelEntry>& entries() const = 0;
    [[nodiscard]] virtual bool isScanning() const = 0;
    /// GGUF files met on the way: they are not listed, moru-cli import turns them into folders.
    [[nodiscard]] virtual int ggufFileCount() const = 0;
    /// The folders that are looked through, for the hint of an empty list.
    [[nodiscard]] virtual std::filesystem::path modelsFolder() const = 0;
    [[nodiscard]] virtual std::filesystem::path huggingFaceCache() const = 0;

    virtual void rescan() = 0;
    /// Adds any folder with config, tokenizer and weights, and remembers it. `folderChecked` follows.
    virtual void openFolder(const std::filesystem::path& folder) = 0;
    /// Takes a remembered folder off the list. Its files are not touched.
    virtual void forgetFolder(const QString& modelKey) = 0;

signals:
    void changed();
    /// The folder given to openFolder has been read; the entry says whether it can be loaded.
    void folderChecked(const moru::ModelEntry& entry);
};

} // namespace moru
