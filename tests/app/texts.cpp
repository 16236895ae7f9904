#include "app/types/error_text.h"
#include "app/types/notice.h"
#include "app/types/path_text.h"
#include "app/types/state_text.h"
#include "tests/support/test_main.h"

#include <set>

using namespace moru;

class Texts : public QObject {
    Q_OBJECT
private slots:
    void everyErrorSaysWhatAndWhatNow()
    {
        std::set<QString> titles;
        for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code) {
            const ErrorText text = errorText({ static_cast<ErrorCode>(code), "detail", "file" });
            QVERIFY(!text.title.isEmpty() && !text.help.isEmpty());
            QVERIFY(
                text.cause.contains(QStringLiteral("file")) && text.cause.contains(QStringLiteral("detail")));
            QVERIFY2(titles.insert(text.title).second, qPrintable(text.title));
        }
    }

    void everyNoticeNamesItsArgument()
    {
        for (int kind = 0; kind <= static_cast<int>(NoticeKind::EnvironmentVariableIgnored); ++kind) {
            const QString text
                = noticeText({ static_cast<NoticeKind>(kind), QStringLiteral("/the/file"), {}, {} });
            QVERIFY(text.contains(QStringLiteral("/the/file")));
            QVERIFY(!text.contains(QStringLiteral("%1")));
        }
    }

    void noticesTellErrorsInWordsOfTheWindow()
    {
        const Error error { ErrorCode::DiskFull, "database or disk is full (13)", "/the/chats.sqlite" };
        const ErrorText words = errorText(error);
        for (const NoticeKind kind : { NoticeKind::DatabaseWriteFailed, NoticeKind::ChatNotExported }) {
            const QString text = noticeText({ kind, {}, error, {} });
            QVERIFY2(text.contains(words.title) && text.contains(words.help), qPrintable(text));
            QVERIFY2(text.contains(QStringLiteral("/the/chats.sqlite")), qPrintable(text));
            QVERIFY2(!text.contains(QStringLiteral("(13)")), qPrintable(text)); // the log's English
        }
    }

    void aCorrectedSettingIsNamedWithBothValues()
    {
        const QString text = noticeText({ NoticeKind::SettingCorrected, QStringLiteral("CPU threads"), {}, {},
            { QStringLiteral("%1000"), QStringLiteral("256") } });
        for (const char* part : { "CPU threads", "“%1000”", "256" })
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
    }

    void statesAreNamed()
    {
        for (int role = 0; role < static_cast<int>(kOperationRoleCount); ++role)
            QVERIFY(!operationRoleText(static_cast<OperationRole>(role)).isEmpty());
        for (int reason = 0; reason <= static_cast<int>(StopReason::Error); ++reason)
            QVERIFY(!stopReasonText(static_cast<StopReason>(reason)).isEmpty());
        for (int phase = 0; phase <= static_cast<int>(LoadPhase::ReserveCache); ++phase)
            QVERIFY(!loadPhaseText(static_cast<LoadPhase>(phase)).isEmpty());
    }

    void incompleteModelNamesTheShard()
    {
        ModelEntry entry;
        entry.state = ModelState::Incomplete;
        entry.missingFiles = QStringList { QStringLiteral("model-00002-of-00003.safetensors") };
        QVERIFY(modelStateText(entry).contains(entry.missingFiles.first()));
    }

    void damagedModelNamesWhatIsWrong()
    {
        ModelEntry entry;
        entry.error = Error { ErrorCode::InvalidConfig, "hidden_size is -1", "/models/m/config.json" };
        for (const ModelState state : { ModelState::Damaged, ModelState::Unsupported }) {
            entry.state = state;
            QVERIFY(modelStateHelp(entry).contains(QStringLiteral("/models/m/config.json")));
            QVERIFY(modelStateHelp(entry).contains(QStringLiteral("hidden_size is -1")));
            QVERIFY(modelStateHelp(entry).contains(errorText(*entry.error).help));
        }
    }

    void absentModelSaysWhereToGetIt()
    {
        ModelEntry entry;
        entry.registered = RegisteredModel();
        entry.registered->name = QStringLiteral("qwen3-1.7b");
        entry.registered->repository = QStringLiteral("Qwen/Qwen3-1.7B");
        QVERIFY(modelStateHelp(entry).contains(QStringLiteral("https://huggingface.co/Qwen/Qwen3-1.7B")));
        QVERIFY(modelStateHelp(entry).contains(QStringLiteral("qwen3-1.7b")));
    }

    void pathsKeepTheirLetters()
    {
        const std::filesystem::path path("/한글/Ö 漢字/🦙 100%/x");
        QCOMPARE(pathFromText(pathText(path)), path);
    }
};
MORU_TEST(Texts)

#include "texts.moc"
