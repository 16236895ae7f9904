#include "app/cli/benchmark.h"

#include "tests/cli/cli_process.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace moru;
using namespace moru::cli;
using moru::test::CliHome;

class CliBench : public QObject {
    Q_OBJECT
private slots:
    void testsAreNamedAsLlamaBenchDoes()
    {
        QCOMPARE((BenchmarkTest { .promptTokens = 512 }).name(), std::string("pp512"));
        QCOMPARE((BenchmarkTest { .generatedTokens = 128 }).name(), std::string("tg128"));
        QCOMPARE(
            (BenchmarkTest { .generatedTokens = 128, .depth = 512 }).name(), std::string("tg128 @ d512"));
    }

    void deviationIsThatOfASample()
    {
        BenchmarkResult result;
        result.samples = { 1, 2, 3, 4 };
        QCOMPARE(result.mean(), 2.5);
        QVERIFY(std::abs(result.deviation().value() - std::sqrt(5.0 / 3.0)) < 1e-12);
    }

    void oneRepetitionHasNoDeviation()
    {
        BenchmarkResult result;
        result.samples = { 5 };
        QVERIFY(!result.deviation());
        QVERIFY(benchmarkJson(result)["tokens_per_second"]["deviation"].is_null());
    }

    void shareComparesDecodingWithPlainReading()
    {
        BenchmarkResult result;
        result.samples = { 10 };
        result.bytesPerToken = 2'000'000'000;
        result.probeReadGbPerSecond = 40;
        QCOMPARE(result.bandwidthGbPerSecond().value(), 20.0);
        QCOMPARE(result.shareOfProbe().value(), 0.5);
        result.bytesPerToken = 0;
        QVERIFY(!result.shareOfProbe());
    }

    void shareOfPeakComparesProductsWithThoseInRegisters()
    {
        BenchmarkResult result;
        result.gops = 600;
        QVERIFY(!result.shareOfPeak()); // exact: floats are multiplied, the integer peak says nothing
        result.probeGops = 1200;
        QCOMPARE(result.shareOfPeak().value(), 0.5);
        QCOMPARE(benchmarkJson(result)["probe_gops"].get<double>(), 1200.0);
    }

    void measuresEveryCombination()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto run
            = home.run({ "bench", QString::fromStdString((*shared / "goldens/models/llama/round").string()),
                "--prompt-tokens", "8", "--generate-tokens", "4", "--depth", "0,3", "--threads", "1,2",
                "--repetitions", "2", "--warmup", "0", "--json" });
        QCOMPARE(run.exitCode, 0);
        const Json results = run.json()["results"];
        QCOMPARE(results.size(), std::size_t(8));
        QCOMPARE(results[0]["test"], "pp8");
        QCOMPARE(results[3]["test"], "tg4 @ d3");
        QCOMPARE(results[7]["threads"], 2);
        for (const Json& result : results) {
            QCOMPARE(result["tokens_per_second"]["samples"].size(), std::size_t(2));
            QVERIFY(result["tokens_per_second"]["mean"].get<double>() > 0);
            QVERIFY(result["probe_read_gb_s"].get<double>() > 0);
        }
        QVERIFY(results[1]["bytes_per_token"].get<double>() > 0);
        QVERIFY(results[0]["probe_gops"].get<double>() > 0);
        QVERIFY(results[1]["probe_gops"].is_null()); // decoding waits for memory
        QVERIFY(!run.json()["cpu"].get<std::string>().empty());
    }

    void nothingToMeasureIsWrongUsage()
    {
        const CliHome home;
        QCOMPARE(home.run({ "bench", "x", "--prompt-tokens", "0", "--generate-tokens", "0" }).exitCode, 2);
    }
};

MORU_TEST(CliBench)
#include "bench_test.moc"
