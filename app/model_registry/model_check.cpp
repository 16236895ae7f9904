#include "app/model_registry/model_scan.h"

#include "app/types/path_text.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <set>

namespace moru {

namespace {

namespace fs = std::filesystem;

ModelState stateOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::MissingConfig:
    case ErrorCode::MissingWeights:
    case ErrorCode::MissingShard:
    case ErrorCode::MissingTokenizer:
        return ModelState::Incomplete;
    case ErrorCode::UnsupportedArchitecture:
    case ErrorCode::UnsupportedTokenizer:
    case ErrorCode::UnsupportedFormat:
        return ModelState::Unsupported;
    case ErrorCode::FileNotFound:
    case ErrorCode::PermissionDenied:
    case ErrorCode::ReadFailed:
    case ErrorCode::FileChanged:
        return ModelState::Unavailable;
    default:
        return ModelState::Damaged;
    }
}

bool isThere(const fs::path& path)
{
    std::error_code error;
    return fs::exists(path, error);
}

/// Bounded: an index of a real model has a few hundred kilobytes.
QJsonObject readIndex(const fs::path& path)
{
    constexpr qint64 kLargestIndex = 64 << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLargestIndex)
        return {};
    return QJsonDocument::fromJson(file.readAll()).object();
}

/// Names of everything that a complete folder would have and this one lacks.
QStringList missingFiles(const fs::path& folder)
{
    QStringList missing;
    if (!isThere(folder / "config.json"))
        missing << QStringLiteral("config.json");
    if (!isThere(folder / "tokenizer.json"))
        missing << QStringLiteral("tokenizer.json");
    const fs::path index = folder / "model.safetensors.index.json";
    if (!isThere(index))
        return missing;
    std::set<QString> shards;
    const QJsonObject map = readIndex(index).value(u"weight_map").toObject();
    for (const QJsonValue& shard : map)
        shards.insert(shard.toString());
    for (const QString& shard : shards) {
        const fs::path name = pathFromText(shard);
        // A name with a folder in it is refused by the loader; it is not looked for here.
        if (!shard.isEmpty() && !name.has_parent_path() && !isThere(folder / name))
            missing << shard;
    }
    return missing;
}

} // namespace

void checkModel(ModelEntry& entry)
{
    entry.missingFiles.clear();
    entry.description.reset();
    std::error_code error;
    if (!fs::is_directory(entry.folder, error)) {
        entry.state = ModelState::Unavailable;
        entry.error
            = Error { ErrorCode::FileNotFound, "the folder cannot be reached", entry.folder.string() };
        return;
    }
    Result<ModelDescription> description = describeModel(entry.folder);
    if (description && description->hasTokenizer) {
        entry.state = ModelState::Available;
        entry.error.reset();
        entry.sizeBytes = description->weightBytes;
        entry.description = std::make_shared<const ModelDescription>(std::move(*description));
        return;
    }
    entry.error = description
        ? Error { ErrorCode::MissingTokenizer, "the folder has no tokenizer.json", entry.folder.string() }
        : description.error();
    entry.state = stateOf(entry.error->code);
    if (entry.state == ModelState::Incomplete)
        entry.missingFiles = missingFiles(entry.folder);
}

bool isForeignCacheEntry(const ModelEntry& entry)
{
    if (entry.source != ModelSource::HuggingFaceCache || !entry.error)
        return false;
    return entry.error->code == ErrorCode::MissingConfig || entry.error->code == ErrorCode::MissingWeights;
}

} // namespace moru
