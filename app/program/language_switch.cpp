#include "app/program/language_switch.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace moru {

namespace {

QString languageOf(const QString& choice)
{
    if (choice != u"system")
        return choice;
    return QLocale::system().language() == QLocale::Korean ? QStringLiteral("ko") : QStringLiteral("en");
}

} // namespace

LanguageSwitch::LanguageSwitch(SettingsStore& settings, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
{
    apply();
    connect(&settings, &SettingsStore::changed, this, [this](SettingId id) {
        if (id == SettingId::Language)
            apply();
    });
}

void LanguageSwitch::apply()
{
    const QString language = languageOf(m_settings.value(SettingId::Language).toString());
    // Numbers follow the language of the window; what scripts and files read is formatted without a locale.
    QLocale::setDefault(QLocale(language));
    QCoreApplication::removeTranslator(&m_texts);
    QCoreApplication::removeTranslator(&m_qtTexts);
    if (m_qtTexts.load(
            QStringLiteral("qtbase_") + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qtTexts);
    if (m_texts.load(QStringLiteral(":/i18n/moru_%1.qm").arg(language)))
        QCoreApplication::installTranslator(&m_texts);
}

} // namespace moru
