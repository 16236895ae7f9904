#pragma once

#include "app/interfaces/settings_store.h"
#include "app/types/notice.h"
#include "app/types/sampling_defaults.h"

#include <QSettings>

#include <filesystem>
#include <map>
#include <vector>

namespace moru {

/// All settings in one ini file, $XDG_CONFIG_HOME/moru/moru.ini. Written when they change; a file that cannot
/// be written costs nothing but the memory of them (see isWritable).
class SettingsFile final : public SettingsStore {
    Q_OBJECT
public:
    explicit SettingsFile(const std::filesystem::path& file, QObject* parent = nullptr);

    [[nodiscard]] bool isWritable() const;
    [[nodiscard]] QString fileName() const { return m_file.fileName(); }

    /// One notice for each number or choice of the file that cannot be as it stands there, so that nobody
    /// wonders why it does not hold.
    [[nodiscard]] std::vector<Notice> corrections() const;

    /// What a model's folder says of sampling; known as soon as the catalogue has read it.
    void setModelDefaults(const QString& modelKey, const ModelSamplingDefaults& defaults);

    [[nodiscard]] SettingDescription describe(SettingId id) const override;
    [[nodiscard]] QVariant value(SettingId id) const override;
    void setValue(SettingId id, const QVariant& value) override;
    void reset(SettingId id) override;
    [[nodiscard]] std::optional<QString> forcedBy(SettingId id) const override;

    [[nodiscard]] ModelSettingValue modelValue(SettingId id, const QString& modelKey) const override;
    void setModelValue(SettingId id, const QString& modelKey, const QVariant& value) override;
    void resetModelValue(SettingId id, const QString& modelKey) override;
    void resetModelValues(const QString& modelKey) override;

    [[nodiscard]] LoadOptions loadOptions() const override;
    void fillRequest(const QString& modelKey, GenerationRequest& request) const override;

private:
    [[nodiscard]] QVariant modelOwnValue(SettingId id, const QString& modelKey, SettingOrigin& origin) const;

    mutable QSettings m_file; // reading is not const in QSettings' eyes
    std::map<QString, ModelSamplingDefaults> m_modelDefaults;
};

} // namespace moru
