#pragma once

#include "app/types/setting.h"
#include "engine/api/generation.h"
#include "engine/api/model.h"

#include <QObject>

#include <optional>

namespace moru {

/// All settings. Values out of bounds are moved to the nearest allowed one, wherever they come from.
class SettingsStore : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] virtual SettingDescription describe(SettingId id) const = 0;

    /// Settings of scope Application.
    [[nodiscard]] virtual QVariant value(SettingId id) const = 0;
    virtual void setValue(SettingId id, const QVariant& value) = 0;
    virtual void reset(SettingId id) = 0;
    /// Name of the environment variable that rules this setting now; such a setting is shown, not edited.
    [[nodiscard]] virtual std::optional<QString> forcedBy(SettingId id) const = 0;

    /// Settings of scope Model, for one model (ModelEntry::key).
    [[nodiscard]] virtual ModelSettingValue modelValue(SettingId id, const QString& modelKey) const = 0;
    virtual void setModelValue(SettingId id, const QString& modelKey, const QVariant& value) = 0;
    virtual void resetModelValue(SettingId id, const QString& modelKey) = 0;
    virtual void resetModelValues(const QString& modelKey) = 0; ///< "Reset to the model's values"

    /// Context length, threads and precision as the next load would use them.
    [[nodiscard]] virtual LoadOptions loadOptions() const = 0;
    /// Sampling, stop rules, thinking budget and seed as the next answer of this model would use them, and
    /// the overflow policy of a chat's prompt, which must be there already.
    virtual void fillRequest(const QString& modelKey, GenerationRequest& request) const = 0;

signals:
    void changed(moru::SettingId id);
    void modelValuesChanged(const QString& modelKey);
};

} // namespace moru
