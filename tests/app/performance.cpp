#include "app/performance/live_performance.h"
#include "app/performance/operation_shares.h"
#include "app/performance/ring_buffer.h"
#include "tests/support/test_main.h"

using namespace moru;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t kMs = 1'000'000;

StepTiming step(std::int64_t startMs, std::int64_t durationMs, bool isThinking = false)
{
    StepTiming timing;
    timing.profile.startNs = startMs * kMs;
    timing.profile.durationNs = durationMs * kMs;
    timing.profile.roleNs[static_cast<std::size_t>(OperationRole::Mlp)] = durationMs * kMs * 3 / 4;
    timing.profile.roleNs[static_cast<std::size_t>(OperationRole::Head)] = durationMs * kMs / 4;
    timing.isThinking = isThinking;
    return timing;
}

GenerationBatch batchOf(std::vector<StepTiming> steps)
{
    GenerationBatch batch;
    batch.id = 1;
    batch.steps = std::move(steps);
    return batch;
}

LivePerformance::MemoryProbe quietProbe()
{
    return { [] { return ProcessMemory { 1000, 2000 }; },
        [] { return Result<MachineDescription>(MachineDescription()); } };
}

} // namespace

class Performance : public QObject {
    Q_OBJECT
private slots:
    void ringKeepsTheNewest()
    {
        RingBuffer<int> ring(3);
        QVERIFY(ring.toVector().empty());
        for (int i = 1; i <= 5; ++i)
            ring.push(i);
        QCOMPARE(ring.toVector(), (std::vector<int> { 3, 4, 5 }));
        ring.clear();
        ring.push(9);
        QCOMPARE(ring.toVector(), (std::vector<int> { 9 }));
    }

    void decodeRateIsDefinedByIntervals()
    {
        SpeedMeter meter;
        meter.start();
        QVERIFY(!meter.gauges().decodeTokensPerSecond);
        meter.add(batchOf({ step(0, 500) })); // the end of prefill: one token is no rate
        QVERIFY(!meter.gauges().decodeTokensPerSecond);
        QCOMPARE(meter.gauges().firstTokenMs, std::optional(500.0));
        meter.add(batchOf({ step(500, 100), step(600, 100) }));
        QCOMPARE(meter.gauges().decodeTokensPerSecond, std::optional(10.0)); // 2 intervals in 200 ms
        QCOMPARE(meter.gauges().generatedTokens, 3);
    }

    void prefillRateLeavesReusedTokensOut()
    {
        SpeedMeter meter;
        meter.start();
        GenerationBatch batch;
        batch.prefill = { { 10ms, { 0, 200, 1000 } } };
        meter.add(batch);
        QVERIFY(!meter.gauges().prefillTokensPerSecond);
        batch.prefill = { { 110ms, { 100, 200, 1000 } } };
        meter.add(batch);
        QCOMPARE(meter.gauges().prefillTokensPerSecond, std::optional(1000.0));
    }

    void thinkingIsCountedApart()
    {
        SpeedMeter meter;
        meter.start();
        meter.add(batchOf({ step(0, 100, true), step(100, 50, true), step(150, 50, false) }));
        QCOMPARE(meter.gauges().thinkingTokens, 2);
        QCOMPARE(meter.phases().thinkingMs, 50.0); // the first token's step belongs to prefill
        QCOMPARE(meter.phases().answerMs, 50.0);
    }

    void rolesShareTheWallTime()
    {
        SpeedMeter meter;
        meter.start();
        meter.add(batchOf({ step(0, 100), step(100, 40), step(140, 40) }));
        const auto roles = meter.roles();
        QCOMPARE(roles.size(), kOperationRoleCount);
        QCOMPARE(roles[static_cast<std::size_t>(OperationRole::Mlp)].share, 0.75);
        QCOMPARE(roles[static_cast<std::size_t>(OperationRole::Head)].millisecondsPerToken, 10.0);
    }

    void longAnswersStayWithinTheRing()
    {
        SpeedMeter meter;
        meter.start();
        for (int i = 0; i < 10000; ++i)
            meter.add(batchOf({ step(i * 10, 10) }));
        QCOMPARE(meter.tokens(99999).size(), std::size_t(4096));
        QCOMPARE(meter.tokens(1).back().index, 9999);
        QCOMPARE(meter.gauges().generatedTokens, 10000);
        QCOMPARE(*meter.gauges().decodeTokensPerSecond, 100.0);
    }

    void operationsCarryTheirRates()
    {
        const std::vector<OperationTotals> totals {
            { "norm", OperationRole::Norm, 10, 1 * kMs, 0, 0 },
            { "gate_up", OperationRole::Mlp, 10, 50 * kMs, 2'000'000'000, 4'000'000'000 },
        };
        const auto shares = operationShares(totals, 100 * kMs, 80e9);
        QCOMPARE(shares[0].totals.name, std::string("gate_up")); // most expensive first
        QCOMPARE(shares[0].share, 0.5);
        QCOMPARE(shares[0].gigabytesPerSecond, std::optional(40.0));
        QCOMPARE(shares[0].gigaOperationsPerSecond, std::optional(80.0));
        QCOMPARE(shares[0].shareOfMachine, std::optional(0.5));
        QVERIFY(!shares[1].gigabytesPerSecond);
        QVERIFY(!operationShares(totals, 100 * kMs, std::nullopt)[0].shareOfMachine); // before the probe
    }

    void viewsAreToldAtMostTenTimesASecondAndTogetherWithABatch()
    {
        SteadyTime now;
        LivePerformance performance(quietProbe(), [&now] { return now; });
        performance.generationStarted(1);
        bool isInBatch = false;
        std::vector<SteadyTime> told;
        connect(&performance, &PerformanceSource::revised, [&] {
            told.push_back(now);
            QVERIFY(isInBatch); // else it would be painted apart from the text
        });
        for (int i = 0; i < 200; ++i) {
            now += 51ms;
            isInBatch = true;
            performance.takeBatch(batchOf({ step(i, 1) }));
            isInBatch = false;
        }
        QVERIFY(told.size() > 90);
        for (std::size_t i = 1; i < told.size(); ++i)
            QVERIFY(told[i] - told[i - 1] >= 100ms);
    }

    void theLastChangeIsToldWithoutAnotherBatch()
    {
        LivePerformance performance(quietProbe());
        performance.generationStarted(1);
        quint64 lastTold = 0;
        connect(&performance, &PerformanceSource::revised, [&](quint64 revision) { lastTold = revision; });
        performance.takeBatch(batchOf({ step(0, 1) }));
        performance.takeBatch(batchOf({ step(1, 1) }));
        QTRY_COMPARE(lastTold, performance.revision());
    }

    void eventsOfAnotherGenerationAreIgnored()
    {
        LivePerformance performance(quietProbe());
        performance.generationStarted(2);
        performance.takeBatch(batchOf({ step(0, 1) })); // of 1
        QCOMPARE(performance.gauges().generatedTokens, 0);
    }

    void ledgerTellsModelAndApplicationApart()
    {
        LivePerformance performance(quietProbe());
        auto model = std::make_shared<LoadedModelInfo>();
        model->measured = { 500, 200, 100 };
        performance.setModel(model);
        QCOMPARE(performance.memory().applicationBytes, std::uint64_t(200));
        performance.setModel(nullptr);
        QVERIFY(!performance.memory().measured);
        QCOMPARE(performance.memory().applicationBytes, std::uint64_t(1000));
        QCOMPARE(performance.memoryHistory().size(), std::size_t(2));
    }

    void reservedMemoryIsNotTakenOffTheApplications()
    {
        LivePerformance::MemoryProbe probe = quietProbe();
        probe.process = [] { return ProcessMemory { 1000, 2000, 650 }; };
        LivePerformance performance(probe);
        auto model = std::make_shared<LoadedModelInfo>();
        model->measured = { 500, 1200, 100 }; // more than is resident: the cache is empty
        performance.setModel(model);
        QCOMPARE(performance.memory().applicationBytes, std::uint64_t(350));
        QCOMPARE(performance.memory().untouchedBytes, std::uint64_t(1150)); // 1800 − 1150 + 350 = 1000
    }
};
MORU_TEST(Performance)

#include "performance.moc"
