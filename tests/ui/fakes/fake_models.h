#pragma once

#include "app/interfaces/model_catalog.h"

namespace moru::test {

/// A list of models that the test fills.
class FakeModels final : public ModelCatalog {
    Q_OBJECT

public:
    const std::vector<ModelEntry>& entries() const override { return list; }
    bool isScanning() const override { return false; }
    int ggufFileCount() const override { return ggufs; }
    std::filesystem::path modelsFolder() const override { return "/models"; }
    std::filesystem::path huggingFaceCache() const override { return "/cache/huggingface/hub"; }
    void rescan() override { ++rescans; }
    void openFolder(const std::filesystem::path& folder) override { opened.push_back(folder); }
    void forgetFolder(const QString& key) override { forgotten << key; }

    ModelEntry& add(const QString& key, const QString& title, ModelState state, ModelSource source)
    {
        ModelEntry entry;
        entry.key = entry.name = key;
        entry.title = title;
        entry.state = state;
        entry.source = source;
        if (state == ModelState::Available) {
            auto description = std::make_shared<ModelDescription>();
            description->family = "llama";
            description->layerCount = 30;
            description->hiddenSize = 576;
            description->headCount = 9;
            description->kvHeadCount = 3;
            description->headDim = 64;
            description->feedForwardSize = 1536;
            description->vocabularySize = 49152;
            description->contextLength = 8192;
            description->parameterCount = 134'515'008;
            description->weightBytes = 269'030'016;
            description->loadedWeightBytes.fill(description->weightBytes);
            entry.sizeBytes = description->weightBytes;
            entry.folder = "/models/" + key.toStdString();
            entry.description = description;
        }
        list.push_back(entry);
        return list.back();
    }

    std::vector<ModelEntry> list;
    std::vector<std::filesystem::path> opened;
    QStringList forgotten;
    int rescans = 0;
    int ggufs = 0;
};

} // namespace moru::test
