#include "tests/structure/complaints.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QLibraryInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>

namespace moru::test {

namespace {

struct Translation {
    QString state; ///< "", "unfinished", "vanished" or "obsolete".
    QString text; ///< All plural forms, one after the other.
    bool isPlural = false; ///< Depends on a number.
};

/// By context, source text and disambiguation, one a line.
using Translations = QHash<QString, Translation>;

Translation readTranslation(QXmlStreamReader& xml, bool isPlural)
{
    const QString state = xml.attributes().value(QLatin1String("type")).toString();
    return { state, xml.readElementText(QXmlStreamReader::IncludeChildElements), isPlural };
}

Translations parse(const QByteArray& ts)
{
    Translations all;
    QXmlStreamReader xml(ts);
    QString context;
    QString source;
    QString comment;
    bool isPlural = false;
    while (xml.readNextStartElement() || !xml.atEnd()) {
        if (!xml.isStartElement())
            continue;
        const auto name = xml.name();
        if (name == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (name == QLatin1String("message")) {
            source.clear();
            comment.clear();
            isPlural = xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
        } else if (name == QLatin1String("source")) {
            source = xml.readElementText();
        } else if (name == QLatin1String("comment")) {
            comment = xml.readElementText();
        } else if (name == QLatin1String("translation")) {
            all[context + QLatin1Char('\n') + source + QLatin1Char('\n') + comment]
                = readTranslation(xml, isPlural);
        }
    }
    return all;
}

Translations readLanguage(const QString& language)
{
    QFile file(QStringLiteral(MORU_SOURCE_DIR "/translations/moru_%1.ts").arg(language));
    return file.open(QIODevice::ReadOnly) ? parse(file.readAll()) : Translations();
}

QSet<QString> placeholdersOf(const QString& text)
{
    static const QRegularExpression pattern(QStringLiteral("%L?[1-9n]"));
    QSet<QString> found;
    for (auto it = pattern.globalMatch(text); it.hasNext();)
        found << it.next().captured();
    return found;
}

/// A translation must carry every value that its source does.
bool losesAValue(const QString& key, const Translation& translation)
{
    if (translation.text.isEmpty())
        return false;
    const QString source = key.section(QLatin1Char('\n'), 1, -2);
    return placeholdersOf(source) != placeholdersOf(translation.text);
}

} // namespace

class TranslationFiles final : public QObject {
    Q_OBJECT

private slots:
    void everyTextIsTranslated();
    void everyTextOfTheSourcesIsInTheFiles();
    void everyValueIsKept();
    void englishHasPluralFormsOnly();
    void thinkingHasOneWordEverywhere();
    void gapsAndLostValuesAreNoticed();
};

void TranslationFiles::everyTextIsTranslated()
{
    QVERIFY(!readLanguage(QStringLiteral("ko")).isEmpty());
    QStringList found;
    for (const char* language : { "ko", "en" }) {
        const Translations all = readLanguage(QLatin1String(language));
        for (auto it = all.begin(); it != all.end(); ++it)
            if (!it->state.isEmpty() || it->text.trimmed().isEmpty())
                found << QLatin1String(language) + QLatin1String(": ") + it.key().simplified()
                        + QLatin1Char(' ') + it->state;
    }
    MORU_NO_COMPLAINTS(found);
}

void TranslationFiles::everyValueIsKept()
{
    QStringList found;
    for (const char* language : { "ko", "en" }) {
        const Translations all = readLanguage(QLatin1String(language));
        for (auto it = all.begin(); it != all.end(); ++it)
            if (losesAValue(it.key(), *it))
                found << it.key().simplified() + QLatin1String(" -> ") + it->text;
    }
    MORU_NO_COMPLAINTS(found);
}

void TranslationFiles::englishHasPluralFormsOnly()
{
    // English is the language of the sources; its file says how "%n token(s)" reads for one and for many.
    const Translations korean = readLanguage(QStringLiteral("ko"));
    const Translations english = readLanguage(QStringLiteral("en"));
    QStringList found;
    for (auto it = korean.begin(); it != korean.end(); ++it)
        if (it->isPlural && !english.contains(it.key()))
            found << it.key().simplified() + QLatin1String(": no English plural");
    for (auto it = english.begin(); it != english.end(); ++it)
        if (!korean.contains(it.key()))
            found << it.key().simplified() + QLatin1String(": not in Korean");
    MORU_NO_COMPLAINTS(found);
}

void TranslationFiles::everyTextOfTheSourcesIsInTheFiles()
{
    const QString lupdate = QStandardPaths::findExecutable(
        QStringLiteral("lupdate"), { QLibraryInfo::path(QLibraryInfo::BinariesPath) });
    if (lupdate.isEmpty())
        QSKIP("lupdate (package qt6-l10n-tools) is not here");
    const QTemporaryDir folder;
    for (const char* language : { "ko", "en" }) {
        // Brings a copy up to date as translations/README.md says; what it adds was missing.
        const QString name = QStringLiteral("/moru_%1.ts").arg(QLatin1String(language));
        QVERIFY(QFile::copy(QStringLiteral(MORU_SOURCE_DIR "/translations") + name, folder.path() + name));
        QStringList arguments { QStringLiteral("app"), QStringLiteral("ui"), QStringLiteral("-I"),
            QStringLiteral("."), QStringLiteral("-locations"), QStringLiteral("none"),
            QStringLiteral("-no-obsolete"), QStringLiteral("-silent") };
        if (language == QLatin1String("en"))
            arguments << QStringLiteral("-pluralonly");
        QProcess process;
        process.setWorkingDirectory(QStringLiteral(MORU_SOURCE_DIR));
        process.start(lupdate, arguments << QStringLiteral("-ts") << folder.path() + name);
        QVERIFY(process.waitForFinished() && process.exitCode() == 0);

        QFile file(folder.path() + name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Translations upToDate = parse(file.readAll());
        const Translations kept = readLanguage(QLatin1String(language));
        QStringList found;
        for (auto it = upToDate.begin(); it != upToDate.end(); ++it)
            if (!kept.contains(it.key()))
                found << QLatin1String(language) + QLatin1String(" lacks ") + it.key().simplified();
        for (auto it = kept.begin(); it != kept.end(); ++it)
            if (!upToDate.contains(it.key()))
                found << QLatin1String(language) + QLatin1String(" has what no source has: ")
                        + it.key().simplified();
        MORU_NO_COMPLAINTS(found);
    }
}

void TranslationFiles::thinkingHasOneWordEverywhere()
{
    // An exported chat is read beside the window that it came from.
    QSet<QString> words;
    const Translations korean = readLanguage(QStringLiteral("ko"));
    for (auto it = korean.begin(); it != korean.end(); ++it)
        if (it.key().section(QLatin1Char('\n'), 1, -2) == QLatin1String("Thinking"))
            words << it->text;
    QCOMPARE(words.size(), 1);
}

void TranslationFiles::gapsAndLostValuesAreNoticed()
{
    const Translations all
        = parse(R"(<?xml version="1.0" encoding="utf-8"?><!DOCTYPE TS><TS version="2.1" language="ko">
<context><name>A</name>
<message><source>Stop</source><translation type="unfinished"></translation></message>
<message><source>%1 of %2</source><translation>%2 중</translation></message>
<message numerus="yes"><source>%n tokens</source><translation><numerusform>토큰 %n개</numerusform></translation></message>
</context></TS>)");
    QCOMPARE(all.size(), 3);
    QCOMPARE(all.value(QStringLiteral("A\nStop\n")).state, QStringLiteral("unfinished"));
    const QString lossy = QStringLiteral("A\n%1 of %2\n");
    QVERIFY(losesAValue(lossy, all.value(lossy)));
    const QString plural = QStringLiteral("A\n%n tokens\n");
    QVERIFY(!losesAValue(plural, all.value(plural)));
    QVERIFY(all.value(plural).isPlural && !all.value(lossy).isPlural);
}

MORU_TEST(TranslationFiles)

} // namespace moru::test

#include "translations_test.moc"
