#include "tests/cli/cli_process.h"
#include "tests/support/test_main.h"

#include <csignal>

#include <unistd.h>

using moru::cli::Json;
using moru::test::CliHome;

class CliInterrupt : public QObject {
    Q_OBJECT
private slots:
    void waitingForInputEndsWith130()
    {
        const CliHome home;
        QProcess process;
        home.start(process, { "sample", "--jsonl" });
        process.write("{\"logits\":[0,0]}\n");
        QVERIFY(process.waitForReadyRead(30'000)); // it answered, so it is waiting for the next line
        QCOMPARE(::kill(pid_t(process.processId()), SIGINT), 0);
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
    }

    void whatWasMeasuredSoFarIsPrinted()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        QProcess process;
        home.start(process,
            { "bench", QString::fromStdString((*shared / "goldens/models/llama/round").string()),
                "--prompt-tokens", "4", "--generate-tokens", "200", "--repetitions", "1000", "--json" });
        process.setReadChannel(QProcess::StandardError);
        while (!process.peek(100'000).contains("tg200")) // its first test is done, the second has begun
            QVERIFY(process.waitForReadyRead(60'000));
        QCOMPARE(::kill(pid_t(process.processId()), SIGINT), 0);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 130);
        const Json json = Json::parse(process.readAllStandardOutput().toStdString());
        QCOMPARE(json["results"].size(), std::size_t(1));
        QCOMPARE(json["results"][0]["test"], "pp4");
    }

    void stoppedBeforeTheModelIsThereItStillPrintsADocument_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("place");
        QTest::newRow("generate") << QStringList { "generate", "--ids", "--max-tokens", "4000" }
                                  << QByteArray("/stop_reason");
        QTest::newRow("logits") << QStringList { "logits", "--greedy", "4000" } << QByteArray("/error/code");
    }
    void stoppedBeforeTheModelIsThereItStillPrintsADocument()
    {
        MORU_NEED_SHARED();
        QFETCH(QStringList, words);
        QFETCH(QByteArray, place);
        words.insert(1, QString::fromStdString((*shared / "goldens/models/llama/round").string()));
        const CliHome home;
        QProcess process;
        // Ctrl+C is there before the program is, so that it cannot come too late.
        process.setChildProcessModifier([] {
            sigset_t set;
            sigemptyset(&set);
            sigaddset(&set, SIGINT);
            ::sigprocmask(SIG_BLOCK, &set, nullptr);
            ::kill(::getpid(), SIGINT);
        });
        home.start(process, words << "--context" << "4096" << "--json");
        process.write("{\"ids\":[5,6,7,8]}");
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
        const std::string out = process.readAllStandardOutput().toStdString();
        const Json json = Json::parse(out, nullptr, false);
        QVERIFY2(json.is_object(), out.c_str());
        QCOMPARE(json.value(Json::json_pointer(place.toStdString()), std::string()), "cancelled");
    }
};

MORU_TEST(CliInterrupt)
#include "interrupt_test.moc"
