#include "app/chats/chat_store.h"
#include "tests/app/own_folders.h"
#include "tests/support/test_main.h"

#include <QProcess>

using namespace moru;
using namespace moru::test;

class Crashes : public QObject {
    Q_OBJECT
private slots:
    void killedInMidAnswerLosesNothingThatWasStored()
    {
        const OwnFolders folders;
        QProcess writer;
        writer.start(QStringLiteral(MORU_CHAT_WRITER), {});
        QVERIFY(writer.waitForStarted(30000));
        while (!writer.canReadLine())
            QVERIFY(writer.waitForReadyRead(60000));
        {
            // Another run starts while the first still writes: that answer is not its own to close.
            ChatStore other(folders.data());
            QCOMPARE(other.markInterruptedAnswers().value(), 0);
        }
        writer.kill(); // SIGKILL
        QVERIFY(writer.waitForFinished(30000));
        QCOMPARE(writer.exitStatus(), QProcess::CrashExit);

        ChatStore store(folders.data());
        QVERIFY(!store.openingNotice());
        QCOMPARE(store.markInterruptedAnswers().value(), 1);
        const auto chats = store.chats(false).value();
        QCOMPARE(chats.size(), std::size_t(1));
        const auto path = store.messages(chats[0].id).value().path();
        QCOMPARE(path[0].text, QStringLiteral("the person's words"));
        QCOMPARE(path[1].text, QStringLiteral("what came until the last second"));
        QCOMPARE(path[1].state, AnswerState::Interrupted);
    }
};
MORU_TEST(Crashes)

#include "crash.moc"
