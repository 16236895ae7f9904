#pragma once

#include "engine/api/error.h"
#include "engine/api/model.h"

#include <QMetaType>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace moru {

/// Where a model was found, in the order of the picker's sections.
enum class ModelSource { Registered, ModelsFolder, HuggingFaceCache, OpenedFolder };

enum class ModelState {
    Checking, ///< The folder was found, its files are being read on another thread.
    Available, ///< Everything is there and can be loaded.
    NotOnThisMachine, ///< A registered model that was not found in any place.
    Incomplete, ///< Files are missing: a shard, a tokenizer, a dangling link of the Hugging Face cache.
    BeingDownloaded, ///< Another program is writing into its folder.
    Unsupported, ///< The architecture, number format or tokenizer is not one that Moru knows.
    Damaged, ///< A file contradicts itself or the configuration.
    Unavailable, ///< A remembered folder that cannot be reached now; it is never forgotten for that.
};

/// One of the models that Moru is made for (resources/models.json).
struct RegisteredModel {
    QString name; ///< "qwen3-1.7b": what moru-cli calls it.
    QString title; ///< "Qwen3 1.7B"
    QString repository; ///< "Qwen/Qwen3-1.7B"
    QString family; ///< "qwen3"
    double parameterCount = 0;
    std::uint64_t downloadBytes = 0; ///< Weights as published.
    std::uint64_t bf16Bytes = 0; ///< Weights in BF16.
    QString licence; ///< "Apache-2.0"
    bool needsLicenceAccepted = false; ///< The Hub shows a page to accept before it gives the files.
    bool isBaseModel = false;
    bool readsImages = false;
    bool canThink = false;
};

/// A line of the model picker: a registered model, a checkpoint on disk, or both in one.
struct ModelEntry {
    QString key; ///< Identity over restarts: the registered name, else the folder. Settings hang on it.
    QString name; ///< What moru-cli takes as MODEL.
    QString title; ///< For people.
    ModelSource source = ModelSource::Registered;
    ModelState state = ModelState::NotOnThisMachine;
    std::optional<RegisteredModel> registered;
    std::filesystem::path folder; ///< Empty when it is not on this machine.
    QString repository; ///< Empty when unknown.
    QString revision; ///< Commit of the Hugging Face snapshot; empty elsewhere.
    std::uint64_t sizeBytes = 0; ///< Weights on disk; for an absent registered model those of its download.
    QStringList missingFiles; ///< Names, for Incomplete.
    std::optional<Error> error; ///< Why it is Incomplete, Unsupported, Damaged or Unavailable.
    /// What the folder says about itself; set when Available. Shared because it lists every tensor.
    std::shared_ptr<const ModelDescription> description;
    bool isRemembered
        = false; ///< Opened by the person, so it can be removed from the list (never from disk).
};

} // namespace moru

Q_DECLARE_METATYPE(moru::ModelEntry)
