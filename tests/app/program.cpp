#include "app/program/program.h"

#include "app/interfaces/engine_control.h"
#include "app/types/path_text.h"
#include "tests/app/fake_engine.h"
#include "tests/app/own_folders.h"
#include "tests/support/test_main.h"

#include <QFile>

using namespace moru;
using namespace moru::test;
using namespace std::chrono_literals;

namespace {

struct Run {
    std::shared_ptr<EngineScript> script = std::make_shared<EngineScript>();
    std::unique_ptr<ProgramServices> program = std::make_unique<ProgramServices>(
        DataPlaces::fromEnvironment(), ModelPlaces::fromEnvironment(), std::make_unique<FakeEngine>(script));

    WindowServices services() { return program->services(); }
    bool end()
    {
        script->hearAgain();
        const bool hasLeft = program->shutDown(20s);
        program.reset();
        return hasLeft;
    }
};

} // namespace

class Programs : public QObject {
    Q_OBJECT
private slots:
    void historyIsThereAfterARestart()
    {
        const OwnFolders folders;
        {
            Run run;
            run.script->runFreely(3);
            run.program->start("/a/model");
            QTRY_VERIFY(!run.services().models.isScanning());
            run.services().conversation.send(QStringLiteral("remember me"));
            run.services().conversation.setDraft(QStringLiteral("and this"));
            QVERIFY(run.end());
        }
        Run run;
        run.program->start({});
        QCOMPARE(run.services().chats.chats().size(), std::size_t(1));
        QCOMPARE(run.services().conversation.messages().at(0).text, QStringLiteral("remember me"));
        QCOMPARE(run.services().conversation.draft(), QStringLiteral("and this"));
        QVERIFY(run.end());
    }

    void aChatBecomesAFileAndANoticeSaysSo()
    {
        const OwnFolders folders;
        Run run;
        run.program->start({});
        run.services().conversation.send(QStringLiteral("remember me"));
        const ChatId chat = run.services().conversation.chatId();
        const auto& notices = run.services().notices.notices();
        const QString path = QString::fromStdString((folders.root() / "chat.md").string());
        run.services().chats.exportChat(chat, path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("remember me"));
        QCOMPARE(notices.back().kind, NoticeKind::ChatExported);
        QCOMPARE(notices.back().argument, path);
        const std::size_t shown = notices.size();
        run.services().chats.exportChat(chat, QStringLiteral("/nowhere/at all/chat.md"));
        QCOMPARE(notices.size(), shown); // the earlier one is not so any more
        QCOMPARE(notices.back().kind, NoticeKind::ChatNotExported);
        QVERIFY(noticeText(notices.back()).contains(QStringLiteral("/nowhere/at all/chat.md")));
        run.services().chats.exportChat(chat + 1, path);
        QCOMPARE(notices.back().kind, NoticeKind::ChatNotExported);
        QVERIFY(run.end());
    }

    void onlyAPathOfTheCommandLineIsRememberedAsAnOpenedFolder()
    {
        const OwnFolders folders;
        const auto named = ModelPlaces::fromEnvironment().modelsFolder / "smol";
        const auto repository = ModelPlaces::fromEnvironment().huggingFaceCache / "models--Some--Model";
        const auto elsewhere = folders.root() / "elsewhere";
        makeModelFolder(named);
        writeFile(repository / "refs" / "main", "c1");
        makeModelFolder(repository / "snapshots" / "c1");
        makeModelFolder(elsewhere);
        std::filesystem::create_directories(named.parent_path() / "hollow"); // in no list of models
        const auto openedBy = [](const std::string& model) {
            Run run;
            run.script->letLoadFinish();
            run.program->start(model);
            const bool isLoaded = QTest::qWaitFor(
                [&] { return run.services().engine.state().status == EngineStatus::Ready; });
            const QStringList opened = run.program->settings().value(SettingId::OpenedFolders).toStringList();
            return run.end() && isLoaded ? opened : QStringList { QStringLiteral("not loaded") };
        };
        QCOMPARE(openedBy("smol"), QStringList());
        QCOMPARE(openedBy("Some/Model"), QStringList());
        QCOMPARE(openedBy("hollow"), QStringList());
        QCOMPARE(openedBy(elsewhere.string()), QStringList { pathText(elsewhere) });
    }

    void modelThatIsNotThereFailsAloud()
    {
        const OwnFolders folders;
        Run run;
        run.script->failNextLoad(ErrorCode::FileNotFound);
        run.program->start("/no/such/folder");
        QTRY_COMPARE(run.services().engine.state().status, EngineStatus::Failed);
        QVERIFY(run.end());
    }

    void stopDuringAnAnswerKeepsItsWords()
    {
        const OwnFolders folders;
        ChatId chat = 0;
        {
            Run run;
            run.script->letLoadFinish();
            run.program->start({});
            run.services().engine.load(modelNamed("A"));
            run.services().conversation.send(QStringLiteral("q"));
            chat = run.services().conversation.chatId();
            run.script->letTokens(2);
            QTRY_COMPARE(run.services().conversation.messages().back().text, QStringLiteral("word word "));
            QVERIFY(run.end());
        }
        Run run;
        run.program->start({});
        run.services().conversation.openChat(chat);
        const MessageRecord answer = run.services().conversation.messages().back();
        QCOMPARE(answer.text, QStringLiteral("word word "));
        QVERIFY(answer.state == AnswerState::Stopped || answer.state == AnswerState::Interrupted);
        QVERIFY(run.end());
    }

    void twoInstancesShareTheChats()
    {
        const OwnFolders folders;
        Run first;
        Run second;
        first.program->start({});
        second.program->start({});
        first.services().conversation.send(QStringLiteral("from the first"));
        second.services().conversation.send(QStringLiteral("from the second"));
        QTRY_COMPARE(first.services().chats.chats().size(), std::size_t(2));
        QTRY_COMPARE(second.services().chats.chats().size(), std::size_t(2));
        QCOMPARE(first.services().notices.notices().size(), std::size_t(0));
        QVERIFY(first.end());
        QVERIFY(second.end());
    }

    void aSettingThatCannotBeIsToldAtTheStart()
    {
        const OwnFolders folders;
        writeFile(DataPlaces::fromEnvironment().config / "moru.ini", "[engine]\ncontext_length=1\n");
        Run run;
        run.program->start({});
        QCOMPARE(run.services().notices.notices().size(), std::size_t(1));
        QCOMPARE(run.services().notices.notices().front().kind, NoticeKind::SettingCorrected);
        QVERIFY(run.end());
    }

    void aVariableThatIsPassedOverIsTold()
    {
        const OwnFolders folders;
        qputenv("XDG_STATE_HOME", "state"); // a relative folder
        Run run;
        QCOMPARE(run.services().notices.notices().size(), std::size_t(1));
        const QString told = noticeText(run.services().notices.notices().front());
        QVERIFY2(told.contains(QStringLiteral("XDG_STATE_HOME=state")), qPrintable(told));
        QVERIFY(run.end());
    }

    void damagedDatabaseIsToldAndTheProgramStarts()
    {
        const OwnFolders folders;
        writeFile(folders.data() / "chats.sqlite", std::string(5000, 'x'));
        Run run;
        run.program->start({});
        QCOMPARE(run.services().notices.notices().at(0).kind, NoticeKind::DatabaseQuarantined);
        run.services().conversation.send(QStringLiteral("goes on"));
        QCOMPARE(run.services().chats.chats().size(), std::size_t(1));
        QVERIFY(run.end());
    }
};
MORU_TEST(Programs)

#include "program.moc"
