#include "tests/cli/cli_process.h"
#include "tests/support/test_main.h"

#include <fcntl.h>
#include <unistd.h>

using moru::cli::Json;
using moru::test::CliHome;
using moru::test::errorCode;

class CliJsonLines : public QObject {
    Q_OBJECT
private slots:
    void answersEachLineAndGoesOnAfterErrors()
    {
        const CliHome home;
        const auto run = home.run({ "sample", "--jsonl" },
            "{\"logits\":[0,0]}\n"
            "this is not JSON\n"
            "[[[[\n"
            "\n"
            "{\"logits\":[]}\n"
            "\xff\xfe\n"
            "{\"logits\":[1,\"-inf\",3],\"settings\":{\"temperature\":0}}\r\n"
            "{\"logits\":[1,2],\"prompt_ids\":[-3]}\n"
            "{\"logits\":[5,5],\"settings\":{}}");
        QCOMPARE(run.exitCode, 0);
        const auto lines = run.lines();
        QCOMPARE(lines.size(), std::size_t(8)); // the blank line is none; the last has no line break
        QCOMPARE(lines[0]["probabilities"], Json::parse("[0.5,0.5]"));
        QCOMPARE(errorCode(lines[1]), std::string("invalid_request"));
        QCOMPARE(errorCode(lines[2]), std::string("invalid_request"));
        QCOMPARE(errorCode(lines[3]), std::string("invalid_request"));
        QCOMPARE(errorCode(lines[4]), std::string("invalid_request"));
        QCOMPARE(lines[5]["token"], 2);
        QCOMPARE(errorCode(lines[6]), std::string("invalid_request"));
        QCOMPARE(lines[7]["probabilities"], Json::parse("[0.5,0.5]"));
    }

    void lineBeyondTheCapIsSkippedWhole()
    {
        const CliHome home;
        const QByteArray input
            = "{\"logits\":[" + QByteArray("1,").repeated(40'000'000) + "1]}\n{\"logits\":[0,0]}\n";
        const auto run = home.run({ "sample", "--jsonl" }, input);
        QCOMPARE(run.exitCode, 0);
        const auto lines = run.lines();
        QCOMPARE(lines.size(), std::size_t(2));
        QCOMPARE(errorCode(lines[0]), std::string("invalid_request"));
        QVERIFY(lines[1].contains("probabilities"));
    }

    void deepNestingIsAnErrorLine()
    {
        const CliHome home;
        const QByteArray deep
            = "{\"settings\":" + QByteArray(100'000, '[') + QByteArray(100'000, ']') + "}\n";
        const auto run = home.run({ "sample", "--jsonl" }, deep + "{\"logits\":[0]}\n");
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(errorCode(run.lines().front()), std::string("invalid_request"));
        QCOMPARE(run.lines().size(), std::size_t(2));
    }

    void resultComesBeforeTheNextRequestIsSent()
    {
        const CliHome home;
        QProcess process;
        home.start(process, { "sample", "--jsonl" });
        for (int i = 0; i < 3; ++i) {
            process.write("{\"logits\":[0,0]}\n");
            while (!process.canReadLine())
                QVERIFY(process.waitForReadyRead(30'000));
            QVERIFY(process.readLine().startsWith("{\"probabilities\""));
        }
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
    }

    void readerThatGoesAwayEndsTheProgram()
    {
        int pipeEnds[2];
        QVERIFY(::pipe2(pipeEnds, O_CLOEXEC) == 0);
        const CliHome home;
        QProcess process;
        process.setStandardOutputFile(QString("/proc/self/fd/%1").arg(pipeEnds[1]));
        home.start(process, { "sample", "--jsonl" });
        ::close(pipeEnds[1]);
        ::close(pipeEnds[0]); // nobody reads any more
        for (int i = 0; i < 1000 && process.state() == QProcess::Running; ++i) {
            process.write("{\"logits\":[0,0]}\n");
            process.waitForBytesWritten(10);
        }
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("standard output"));
    }

    void withoutJsonLinesOneRequestIsRead()
    {
        const CliHome home;
        const auto text = home.run({ "sample" }, "{\"logits\":[0,0,1000]}");
        QCOMPARE(text.exitCode, 0);
        QCOMPARE(text.out, std::string("2\t1\n"));
        const auto json = home.run({ "sample", "--json" }, "{\"logits\":[0,0]}");
        QCOMPARE(json.json()["probabilities"].size(), std::size_t(2));
        const auto wrong = home.run({ "sample", "--json" }, "{\"logits\":");
        QCOMPARE(wrong.exitCode, 1);
        QCOMPARE(errorCode(wrong.json()), std::string("invalid_request"));
    }
};

MORU_TEST(CliJsonLines)
#include "json_lines_test.moc"
