#include "ui/item_models/model_item_model.h"

#include "app/interfaces/engine_control.h"
#include "app/interfaces/model_catalog.h"
#include "app/interfaces/settings_store.h"
#include "app/types/state_text.h"
#include "ui/text/figures.h"

#include <algorithm>

namespace moru {

ModelItemModel::ModelItemModel(
    ModelCatalog& catalog, EngineControl& engine, const SettingsStore& settings, QObject* parent)
    : QAbstractListModel(parent)
    , catalog_(catalog)
    , engine_(engine)
    , settings_(settings)
{
    connect(&catalog_, &ModelCatalog::changed, this, &ModelItemModel::reload);
    connect(&engine_, &EngineControl::loadedModelChanged, this, &ModelItemModel::reload);
    connect(&settings_, &SettingsStore::changed, this, [this](SettingId id) {
        if (id == SettingId::PrecisionName || id == SettingId::ContextLength)
            reload(); // the memory of every model
    });
    reload();
}

void ModelItemModel::setFilter(const QString& text)
{
    filter_ = text.trimmed();
    reload();
}

bool ModelItemModel::passes(const ModelEntry& entry) const
{
    for (const QString& word : filter_.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        if (!entry.title.contains(word, Qt::CaseInsensitive)
            && !entry.repository.contains(word, Qt::CaseInsensitive)
            && !entry.name.contains(word, Qt::CaseInsensitive))
            return false;
    return true;
}

void ModelItemModel::reload()
{
    beginResetModel();
    rows_.clear();
    std::size_t section = 0;
    bool hasSection = false;
    ModelSource source {};
    const LoadOptions options = settings_.loadOptions();
    const QString running = engine_.state().hasModel() ? engine_.state().modelKey : QString();
    for (const ModelEntry& entry : catalog_.entries()) {
        if (!passes(entry))
            continue;
        if (!hasSection || entry.source != source) {
            hasSection = true;
            source = entry.source;
            section = rows_.size();
            Row title;
            title.section = modelSourceText(source);
            rows_.push_back(std::move(title));
        }
        ++rows_[section].sectionCount;
        Row row;
        row.entry = entry;
        row.isRunning = !running.isEmpty() && entry.key == running;
        if (entry.description) {
            LoadOptions own = options;
            own.contextLength = std::min(options.contextLength, entry.description->contextLength);
            row.memory = tr("%1 GiB").arg(gibText(predictMemory(*entry.description, own).totalBytes()));
            row.precision = precisionText(own.precision);
        }
        rows_.push_back(std::move(row));
    }
    endResetModel();
}

const ModelItemModel::Row& ModelItemModel::row(const QModelIndex& index) const
{
    return rows_[static_cast<std::size_t>(index.row())];
}

const ModelEntry* ModelItemModel::entryAt(const QModelIndex& index) const
{
    return index.isValid() && row(index).section.isEmpty() ? &row(index).entry : nullptr;
}

QModelIndex ModelItemModel::indexOf(const QString& modelKey) const
{
    for (int i = 0; i < rowCount(); ++i)
        if (const ModelEntry* entry = entryAt(index(i)); entry && entry->key == modelKey)
            return index(i);
    return {};
}

QModelIndex ModelItemModel::firstChoice() const
{
    QModelIndex first;
    for (int i = 0; i < rowCount(); ++i) {
        const ModelEntry* entry = entryAt(index(i));
        if (entry && entry->state == ModelState::Available)
            return index(i);
        if (entry && !first.isValid())
            first = index(i);
    }
    return first;
}

int ModelItemModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant ModelItemModel::data(const QModelIndex& at, int role) const
{
    const Row& shown = row(at);
    if (role == Qt::DisplayRole)
        return shown.section.isEmpty() ? shown.entry.title : shown.section;
    if (role == Qt::AccessibleTextRole)
        return shown.section.isEmpty()
            ? shown.entry.title + QStringLiteral(", ") + modelStateText(shown.entry)
            : shown.section;
    if (role == Qt::ToolTipRole && shown.section.isEmpty())
        return modelStateHelp(shown.entry);
    return {};
}

Qt::ItemFlags ModelItemModel::flags(const QModelIndex& at) const
{
    return entryAt(at) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

} // namespace moru
