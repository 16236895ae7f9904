#pragma once

#include "app/types/model_entry.h"

#include <QAbstractListModel>

#include <vector>

namespace moru {

class EngineControl;
class ModelCatalog;
class SettingsStore;

/// Rows of the model picker: a title for each place where models were found, and the models that pass the
/// filter.
class ModelItemModel final : public QAbstractListModel {
    Q_OBJECT

public:
    ModelItemModel(ModelCatalog& catalog, EngineControl& engine, const SettingsStore& settings,
        QObject* parent = nullptr);

    /// What a row shows; null entry for a section.
    struct Row {
        QString section;
        int sectionCount = 0;
        ModelEntry entry;
        bool isRunning = false;
        QString memory; ///< Predicted when loaded, with the settings in use; empty while unknown.
        QString precision;
    };

    void setFilter(const QString& text);
    [[nodiscard]] const Row& row(const QModelIndex& index) const;
    [[nodiscard]] const ModelEntry* entryAt(const QModelIndex& index) const; ///< Null for a section.
    [[nodiscard]] QModelIndex indexOf(const QString& modelKey) const;
    /// What stands chosen at first: the first model that can be loaded, else the first one.
    [[nodiscard]] QModelIndex firstChoice() const;
    void reload();

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    [[nodiscard]] bool passes(const ModelEntry& entry) const;

    ModelCatalog& catalog_;
    EngineControl& engine_;
    const SettingsStore& settings_;
    QString filter_;
    std::vector<Row> rows_;
};

} // namespace moru
