#pragma once

#include "app/interfaces/settings_store.h"

#include <QTranslator>

namespace moru {

/// Installs the translation of the language chosen in the settings, and of Qt's own texts, whenever that
/// changes.
class LanguageSwitch final : public QObject {
    Q_OBJECT
public:
    explicit LanguageSwitch(SettingsStore& settings, QObject* parent = nullptr);

private:
    void apply();

    SettingsStore& m_settings;
    QTranslator m_texts;
    QTranslator m_qtTexts;
};

} // namespace moru
