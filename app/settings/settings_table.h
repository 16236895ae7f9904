#pragma once

#include "app/types/setting.h"

#include <QVariant>

#include <array>
#include <cstddef>

namespace moru {

/// One row a setting: to add one, add its id (app/types/setting.h), a row here and its control.
struct SettingRow {
    SettingId id;
    const char* key; ///< In the settings file.
    SettingScope scope;
    SettingKind kind;
    double defaultNumber; ///< Boolean (0, 1), Integer, Real.
    const char* defaultText; ///< Text, Choice.
    double minimum;
    double maximum;
    double step;
    int decimals;
    const char* title; ///< Translated in the context "Settings"; empty for what has no control.
    const char* hint;
    const char* specialValueTitle; ///< Name of the minimum.
    bool needsReload;
};

inline constexpr std::size_t kSettingCount = 27;

[[nodiscard]] const std::array<SettingRow, kSettingCount>& settingsTable();
[[nodiscard]] const SettingRow& settingRow(SettingId id);

/// The row with its texts in the language of the window.
[[nodiscard]] SettingDescription describeSetting(SettingId id);

/// The value as the row allows it: of its kind, within its bounds, one of its choices; the default for
/// anything else.
[[nodiscard]] QVariant allowedValue(const SettingRow& row, const QVariant& value);
[[nodiscard]] QVariant defaultValue(const SettingRow& row);

} // namespace moru
