#include "engine/api/model.h"
#include "tests/cli/cli_process.h"
#include "tests/support/test_main.h"

#include <QFile>

#include <unistd.h>

using moru::test::CliHome;
using moru::test::errorCode;

class CliUsage : public QObject {
    Q_OBJECT
private slots:
    void wrongUsageEndsWithTwoAndOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("nothing") << QStringList {};
        QTest::newRow("no such command") << QStringList { "dance" };
        QTest::newRow("a command of a later version") << QStringList { "serve" };
        QTest::newRow("no model") << QStringList { "inspect" };
        QTest::newRow("one word too many") << QStringList { "inspect", "a", "b" };
        QTest::newRow("no such option") << QStringList { "inspect", "a", "--nothing" };
        QTest::newRow("not a number") << QStringList { "logits", "a", "--threads", "two" };
        QTest::newRow("no such precision") << QStringList { "logits", "a", "--precision", "int3" };
        QTest::newRow("both forms of JSON") << QStringList { "sample", "--json", "--jsonl" };
        QTest::newRow("generate without a prompt") << QStringList { "generate", "a" };
        QTest::newRow("generate with two prompts")
            << QStringList { "generate", "a", "--prompt", "x", "--user", "y" };
        QTest::newRow("system without a user")
            << QStringList { "generate", "a", "--prompt", "x", "--system", "y" };
        QTest::newRow("import to nowhere") << QStringList { "import", "a.gguf" };
        QTest::newRow("eval without a text") << QStringList { "eval", "a" };
        QTest::newRow("help for nothing") << QStringList { "help", "dance" };
    }
    void wrongUsageEndsWithTwoAndOneSentence()
    {
        QFETCH(QStringList, arguments);
        const CliHome home;
        const auto run = home.run(arguments);
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.out, std::string());
        QVERIFY(run.err.starts_with("moru-cli: ") && run.err.ends_with(".\n"));
        QCOMPARE(std::count(run.err.begin(), run.err.end(), '\n'), 1);
    }

    void helpAndVersionGoToStandardOutput_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("start");
        QTest::newRow("help") << QStringList { "help" } << "moru-cli:";
        QTest::newRow("--help") << QStringList { "--help" } << "moru-cli:";
        QTest::newRow("help of a command")
            << QStringList { "help", "generate" } << "usage: moru-cli generate MODEL";
        QTest::newRow("--help of a command")
            << QStringList { "generate", "--help" } << "usage: moru-cli generate MODEL";
        QTest::newRow("version") << QStringList { "--version" } << "moru-cli 0.";
    }
    void helpAndVersionGoToStandardOutput()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, start);
        const CliHome home;
        const auto run = home.run(arguments);
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.starts_with(start.toStdString()));
        QCOMPARE(run.err, std::string());
    }

    void whatCannotBeDoneEndsWithOneAndSaysWhere()
    {
        const CliHome home;
        const auto run = home.run({ "inspect", "./nowhere" });
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(run.out, std::string());
        QVERIFY(run.err.find("nowhere") != std::string::npos);
        QCOMPARE(std::count(run.err.begin(), run.err.end(), '\n'), 1);
    }

    void withJsonTheErrorIsAnObjectToo()
    {
        const CliHome home;
        const auto run = home.run({ "inspect", "./nowhere", "--json" });
        QCOMPARE(run.exitCode, 1);
        QVERIFY(!errorCode(run.json()).empty());
        QVERIFY(!run.json()["error"]["message"].get<std::string>().empty());
        QVERIFY(!run.err.empty());
    }

    void folderWithoutConfigIsNamed()
    {
        const CliHome home;
        const auto run = home.run({ "inspect", QString::fromStdString(home.folder().string()), "--json" });
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(errorCode(run.json()), std::string("missing_config"));
    }

    void precisionThatDoesNotExistIsRefusedWithASentence()
    {
        const CliHome home;
        const auto folder = QString::fromStdString(home.folder().string());
        const auto run = home.run({ "logits", folder, "--precision", "int3", "--json" }, "{\"ids\":[1]}");
        QVERIFY(run.exitCode != 0);
    }

    void kernelSetThatDoesNotExistIsRefused()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto model = QString::fromStdString((*shared / "goldens/models/llama/round").string());
        const auto run = home.run({ "logits", model, "--json" }, "{\"ids\":[1]}", { "MORU_ISA=abacus" });
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(errorCode(run.json()), std::string("invalid_setting"));
    }

    void fullDiskIsAnErrorOfStandardOutput()
    {
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        const CliHome home;
        home.start(process, { "help" });
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("standard output"));
    }

    void closedDescriptorsAreErrorsAndNotWaitedFor_data()
    {
        QTest::addColumn<int>("descriptor");
        QTest::addColumn<QString>("named");
        QTest::newRow("input") << 0 << "standard input";
        QTest::newRow("output") << 1 << "standard output";
    }
    void closedDescriptorsAreErrorsAndNotWaitedFor()
    {
        MORU_NEED_SHARED();
        QFETCH(int, descriptor);
        QFETCH(QString, named);
        QProcess process;
        process.setChildProcessModifier([descriptor] { ::close(descriptor); });
        const CliHome home;
        home.start(process,
            { "tokenize", QString::fromStdString((*shared / "tokenizers/qwen2.5").string()), "--json" });
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 1);
        const QByteArray all = process.readAllStandardError() + process.readAllStandardOutput();
        QVERIFY2(all.contains(named.toUtf8()), all);
    }
};

MORU_TEST(CliUsage)
#include "usage_test.moc"
