#include "tests/support/test_main.h"

#include <QFile>
#include <QLibraryInfo>
#include <QRegularExpression>
#include <QTranslator>
#include <QXmlStreamReader>

#include <vector>

namespace moru {

namespace {

struct Message {
    QString context;
    QString source;
    QStringList translations;
    QString type; ///< "unfinished", "vanished" …
    bool numerus = false;
};

std::vector<Message> messagesOf(const QString& language)
{
    QFile file(QStringLiteral(MORU_SOURCE_DIR "/translations/moru_%1.ts").arg(language));
    std::vector<Message> messages;
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (!xml.readNextStartElement() && !xml.atEnd())
            continue;
        const auto name = xml.name();
        if (name == u"name") {
            context = xml.readElementText();
        } else if (name == u"message") {
            messages.push_back({ context, {}, {}, {}, xml.attributes().value("numerus") == u"yes" });
        } else if (name == u"source" && !messages.empty()) {
            messages.back().source = xml.readElementText();
        } else if (name == u"translation" && !messages.empty()) {
            messages.back().type = xml.attributes().value("type").toString();
            if (!messages.back().numerus)
                messages.back().translations << xml.readElementText();
        } else if (name == u"numerusform" && !messages.empty()) {
            messages.back().translations << xml.readElementText();
        }
    }
    return messages;
}

QStringList placeholdersOf(const QString& text)
{
    static const QRegularExpression pattern(QStringLiteral("%L?(\\d|n)"));
    QStringList found;
    auto matches = pattern.globalMatch(text);
    while (matches.hasNext())
        found << matches.next().captured(1);
    found.removeDuplicates();
    found.sort();
    return found;
}

QString at(const Message& message)
{
    return message.context + QStringLiteral(": ") + message.source;
}

} // namespace

class Translations : public QObject {
    Q_OBJECT

private slots:
    void koreanIsComplete()
    {
        const auto messages = messagesOf("ko");
        QVERIFY(messages.size() > 200);
        for (const Message& message : messages) {
            QVERIFY2(message.type.isEmpty(), qPrintable(message.type + " " + at(message)));
            for (const QString& translation : message.translations)
                QVERIFY2(!translation.isEmpty(), qPrintable(at(message)));
        }
    }

    void qtsOwnWordsAreKoreanToo()
    {
        // The package qt6-translations-l10n: without it the dialogs for files and folders speak English.
        QTranslator qt;
        QVERIFY(qt.load(QStringLiteral("qtbase_ko"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)));
        QVERIFY(!qt.translate("QFileDialog", "Look in:").isEmpty());
    }

    void englishHasEveryPlural()
    {
        int plurals = 0;
        for (const Message& message : messagesOf("en")) {
            QVERIFY2(message.type.isEmpty(), qPrintable(message.type + " " + at(message)));
            if (!message.numerus)
                continue;
            ++plurals;
            QCOMPARE(message.translations.size(), 2);
            QVERIFY2(!message.translations.join("").contains("(s)"), qPrintable(at(message)));
        }
        QVERIFY(plurals > 5);
    }

    void koreanKeepsEveryPlaceholder()
    {
        for (const Message& message : messagesOf("ko"))
            for (const QString& translation : message.translations)
                QVERIFY2(
                    placeholdersOf(translation) == placeholdersOf(message.source), qPrintable(at(message)));
    }

    void noPlaceholderNeedsAParticleThatDependsOnIt()
    {
        // "%1을/를", "%1(이)가" …: the value decides, so such a sentence is put another way.
        static const QRegularExpression particle(QStringLiteral(
            "%L?(\\d|n)[”’)]?(\\([이으]\\)|을\\(를\\)|은\\(는\\)|[은는이가을를과와](?![가-힣]))"));
        for (const Message& message : messagesOf("ko"))
            for (const QString& translation : message.translations)
                QVERIFY2(!translation.contains(particle), qPrintable(translation));
    }

    void oneWordForEachThing()
    {
        for (const Message& message : messagesOf("ko"))
            for (const QString& translation : message.translations)
                for (const char* wrong : { "패널티", "쓰레드", "토크나이져", "컨택스트", "메세지" })
                    QVERIFY2(!translation.contains(QString::fromUtf8(wrong)), qPrintable(translation));
    }

    void bothLanguagesAreInTheProgram()
    {
        for (const char* language : { "ko", "en" }) {
            QTranslator translator;
            QVERIFY2(translator.load(QStringLiteral(":/i18n/moru_%1.qm").arg(language)), language);
        }
    }
};

MORU_TEST(Translations)

} // namespace moru

#include "translations_test.moc"
