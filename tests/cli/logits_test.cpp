#include "tests/cli/cli_process.h"
#include "tests/support/test_main.h"

using moru::cli::Json;
using moru::test::CliHome;
using moru::test::errorCode;

namespace {

QString llama(const std::filesystem::path& shared)
{
    return QString::fromStdString((shared / "goldens/models/llama/round").string());
}

} // namespace

class CliLogits : public QObject {
    Q_OBJECT
private slots:
    void optionsAreDefaultsOfRequests()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto run
            = home.run({ "logits", llama(*shared), "--jsonl", "--positions", "all", "--greedy", "2" },
                "{\"ids\":[1,2,3]}\n"
                "{\"ids\":[1,2,3],\"positions\":\"last\",\"greedy\":0}\n"
                "{\"ids\":[1,2,3],\"positions\":[0,2]}\n");
        QCOMPARE(run.exitCode, 0);
        const auto lines = run.lines();
        QCOMPARE(lines.size(), std::size_t(3));
        QCOMPARE(lines[0]["positions"], Json::parse("[0,1,2]"));
        QCOMPARE(lines[0]["argmax"].size(), std::size_t(3));
        QCOMPARE(lines[0]["greedy_ids"].size(), std::size_t(2));
        QCOMPARE(lines[1]["positions"], Json::parse("[2]"));
        QVERIFY(lines[1]["greedy_ids"].empty());
        QCOMPARE(lines[1]["argmax"][0], lines[0]["argmax"][2]);
        QCOMPARE(lines[2]["positions"], Json::parse("[0,2]"));
        QCOMPARE(lines[2]["argmax"][0], lines[0]["argmax"][0]);
    }

    void requestsThatCannotBeMetAreErrorLines_data()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<QString>("code");
        QTest::newRow("no ids") << QByteArray("{}") << "invalid_request";
        QTest::newRow("empty ids") << QByteArray("{\"ids\":[]}") << "invalid_request";
        QTest::newRow("id beyond the embedding")
            << QByteArray("{\"ids\":[99999999]}") << "token_out_of_range";
        QTest::newRow("position beyond the prompt")
            << QByteArray("{\"ids\":[1],\"positions\":[1]}") << "invalid_request";
        QTest::newRow("position in words")
            << QByteArray("{\"ids\":[1],\"positions\":\"first\"}") << "invalid_request";
        QTest::newRow("layer that is not there")
            << QByteArray("{\"ids\":[1],\"operations\":999}") << "invalid_request";
        QTest::newRow("picture") << QByteArray("{\"ids\":[1],\"pixels\":\"x.safetensors\"}")
                                 << "invalid_request";
        QTest::newRow("folder that is not there")
            << QByteArray("{\"ids\":[1],\"out\":\"/nowhere/x.safetensors\"}") << "file_not_found";
    }
    void requestsThatCannotBeMetAreErrorLines()
    {
        MORU_NEED_SHARED();
        QFETCH(QByteArray, request);
        QFETCH(QString, code);
        const CliHome home;
        const auto run = home.run({ "logits", llama(*shared), "--jsonl" }, request + "\n{\"ids\":[1,2]}\n");
        QCOMPARE(run.exitCode, 0);
        const auto lines = run.lines();
        QCOMPARE(lines.size(), std::size_t(2));
        QCOMPARE(errorCode(lines[0]), code.toStdString());
        QVERIFY(lines[1].contains("argmax"));
    }

    void tensorsGoToTheFileThatIsNamed()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto out = home.folder() / "결과 1.safetensors";
        const auto run = home.run({ "logits", llama(*shared), "--hidden", "--operations", "0", "--out",
                                      QString::fromStdString(out.string()), "--json" },
            "{\"ids\":[1,2,3]}");
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.json().contains("argmax"));
        QVERIFY(std::filesystem::file_size(out) > 1000);
    }

    void textIsForPeople()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto run
            = home.run({ "logits", llama(*shared), "--greedy", "3", "--quiet" }, "{\"ids\":[1,2,3]}");
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.starts_with("position 2: "));
        QVERIFY(run.out.find("\ngreedy: ") != std::string::npos);
        QCOMPARE(run.err, std::string());
    }

    void contextIsALimit()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto run
            = home.run({ "logits", llama(*shared), "--context", "4", "--json" }, "{\"ids\":[1,2,3,4,5]}");
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(errorCode(run.json()), std::string("context_full"));
    }
};

MORU_TEST(CliLogits)
#include "logits_test.moc"
