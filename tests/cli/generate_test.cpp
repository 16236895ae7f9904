#include "tests/cli/cli_process.h"
#include "tests/support/test_main.h"

#include <limits>

using moru::cli::Json;
using moru::test::CliHome;
using moru::test::errorCode;

namespace {

QString llama(const std::filesystem::path& shared)
{
    return QString::fromStdString((shared / "goldens/models/llama/round").string());
}

const QByteArray kIds = "{\"ids\":[5,6,7,8]}";

} // namespace

class CliGenerate : public QObject {
    Q_OBJECT
private slots:
    void greedyIsWhatLogitsDecodesGreedily()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto generated = home.run(
            { "generate", llama(*shared), "--ids", "--greedy", "--max-tokens", "6", "--json" }, kIds);
        QCOMPARE(generated.exitCode, 0);
        const auto decoded = home.run({ "logits", llama(*shared), "--greedy", "6", "--json" }, kIds);
        QCOMPARE(generated.json()["ids"], decoded.json()["greedy_ids"]);
        QCOMPARE(generated.json()["stop_reason"], "max_tokens");
        QCOMPARE(generated.json()["prompt_tokens"], 4);
    }

    void reportCarriesEverythingThatDecidesTheIds()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto run
            = home.run({ "generate", llama(*shared), "--ids", "--temperature", "1.5", "--top-k", "20",
                           "--top-p", "0.9", "--min-p", "0.01", "--repeat-penalty", "1.1", "--seed", "7",
                           "--threads", "1", "--precision", "exact", "--max-tokens", "8", "--json" },
                kIds);
        QCOMPARE(run.exitCode, 0);
        const Json report = run.json();
        QCOMPARE(report["seed"], 7);
        QCOMPARE(report["threads"], 1);
        QCOMPARE(report["precision"], "exact");
        QVERIFY(!report["isa"].get<std::string>().empty());
        QCOMPARE(report["settings"]["temperature"], 1.5);
        QCOMPARE(report["settings"]["top_k"], 20);
        QCOMPARE(report["settings"]["top_p"], 0.9);
        QCOMPARE(report["settings"]["min_p"], 0.01);
        QCOMPARE(report["settings"]["repetition_penalty"], 1.1);
        for (const char* name : { "load_ms", "prompt_ms", "prompt_tokens_per_second", "first_token_ms",
                 "decode_ms", "decode_tokens_per_second", "total_ms", "peak_rss_bytes" })
            QVERIFY2(report["timings"].contains(name), name);
        QVERIFY(report["timings"]["peak_rss_bytes"].get<double>() > 0);
    }

    void sameSeedGivesTheSameIds()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const QStringList command { "generate", llama(*shared), "--ids", "--temperature", "2", "--top-k", "0",
            "--top-p", "1", "--max-tokens", "16", "--json", "--seed" };
        const Json first = home.run(command + QStringList { "3" }, kIds).json()["ids"];
        QCOMPARE(home.run(command + QStringList { "3" }, kIds).json()["ids"], first);
        QVERIFY(home.run(command + QStringList { "4" }, kIds).json()["ids"] != first);
    }

    void figureWithTooFewSamplesIsNull()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto run = home.run(
            { "generate", llama(*shared), "--ids", "--greedy", "--max-tokens", "1", "--json" }, kIds);
        QCOMPARE(run.json()["ids"].size(), std::size_t(1));
        QVERIFY(run.json()["timings"]["decode_tokens_per_second"].is_null());
    }

    void modelWithoutTokenizerPrintsIds()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto run
            = home.run({ "generate", llama(*shared), "--ids", "--greedy", "--max-tokens", "3" }, kIds);
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(QString::fromStdString(run.out).trimmed().split(' ').size(), 3);
        QVERIFY(run.err.find("max_tokens") != std::string::npos);
    }

    void textNeedsATokenizer()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        for (const QString source : { "--prompt", "--user" }) {
            const auto run = home.run({ "generate", llama(*shared), source, "hello", "--json" });
            QCOMPARE(run.exitCode, 1);
            QCOMPARE(errorCode(run.json()), std::string("missing_tokenizer"));
        }
    }

    void promptBeyondTheContextIsAnErrorWithItsPlaceInTheReport()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto run = home.run({ "generate", llama(*shared), "--ids", "--context", "3", "--json" }, kIds);
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(errorCode(run.json()), std::string("context_full"));
        QCOMPARE(run.json()["stop_reason"], "error");
    }

    void pictureInAMessageIsRefusedBeforeLoading()
    {
        const CliHome home;
        const auto run = home.run({ "generate", "./nowhere", "--messages", "-", "--json" },
            R"([{"role":"user","content":[{"type":"image"},{"type":"text","text":"What is this?"}]}])");
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(errorCode(run.json()), std::string("invalid_request"));
    }

    void profileSumsOperations()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto run = home.run({ "profile", llama(*shared), "--max-tokens", "4", "--json" });
        QCOMPARE(run.exitCode, 0);
        for (const char* phase : { "prefill", "decode" }) {
            const Json part = run.json()[phase];
            QVERIFY(part["wall_ms"].get<double>() > 0);
            QVERIFY(!part["operations"].empty());
            for (const char* name : { "name", "role", "calls", "ms", "share", "gb_s", "gops" })
                QVERIFY2(part["operations"][0].contains(name), name);
        }
    }

    void programPrintsGraphAndProgram()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        QVERIFY(home.run({ "program", llama(*shared) }).out.size()
            > home.run({ "program", llama(*shared), "--layer", "0" }).out.size());
        const auto run = home.run({ "program", llama(*shared), "--layer", "99" });
        QCOMPARE(run.exitCode, 1);
    }

    void programListsTheStepsOfALayer()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto run
            = home.run({ "program", llama(*shared), "--layer", "1", "--precision", "exact", "--json" });
        QCOMPARE(run.exitCode, 0);
        const Json operations = run.json()["operations"];
        QStringList names;
        for (const Json& operation : operations) {
            QCOMPARE(operation["layer"].get<int>(), 1);
            names << QString::fromStdString(operation["name"].get<std::string>());
        }
        QVERIFY2(names.contains("qkv_projection"), qPrintable(names.join(' ')));
        const Json& product = operations[std::size_t(names.indexOf("qkv_projection"))];
        QCOMPARE(product["role"], "attention");
        QCOMPARE(product["kernel"].get<std::string>(), std::string("matmul_bf16"));
        QCOMPARE(product["outputs"].size(), std::size_t(3));
        // Two operations for each weight, which was read once, in two bytes.
        QVERIFY(product["bytes"].get<std::int64_t>() > 0);
        QCOMPARE(product["operations"].get<std::int64_t>(), product["bytes"].get<std::int64_t>());
        const Json all = home.run({ "program", llama(*shared), "--precision", "exact", "--json" }).json();
        QCOMPARE(all["operations"][operations[0]["index"].get<std::size_t>()], operations[0]);
    }

    void programListsTheStepsOfEveryCacheFormat()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        std::int64_t before = std::numeric_limits<std::int64_t>::max();
        for (const char* format : { "exact", "bf16", "int8" }) {
            const auto run
                = home.run({ "program", llama(*shared), "--layer", "0", "--kv", format, "--json" });
            QCOMPARE(run.exitCode, 0);
            const Json operations = run.json()["operations"];
            for (const Json& operation : operations) {
                if (operation["kernel"] != "attention")
                    continue;
                // What the attention of one token reads is its own keys and values, smaller in each format.
                QVERIFY(operation["bytes"].get<std::int64_t>() < before);
                before = operation["bytes"].get<std::int64_t>();
            }
        }
        QVERIFY(before > 0 && before != std::numeric_limits<std::int64_t>::max());
    }

    void programDrawsTheGraph()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto run = home.run({ "program", llama(*shared), "--layer", "0", "--dot" });
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.starts_with("digraph"));
        QVERIFY(run.out.find("\\nattention\"") != std::string::npos);
        QVERIFY(run.out.find(" -> o") != std::string::npos);
    }
};

MORU_TEST(CliGenerate)
#include "generate_test.moc"
