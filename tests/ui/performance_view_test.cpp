#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/charts/speed_chart.h"
#include "ui/views/empty_state.h"
#include "ui/views/gauge_figure.h"
#include "ui/views/performance_rows.h"
#include "ui/views/performance_view.h"
#include "ui/widgets/figure_rows.h"

#include <cmath>

namespace moru {

using namespace moru::test;

class Performance : public QObject {
    Q_OBJECT

private slots:
    void saysThatNothingWasMeasuredYet()
    {
        FakePerformance source;
        PerformanceView view(source);
        view.show();
        QVERIFY(view.findChild<EmptyState*>()->isVisible());
        QVERIFY(!view.decodeGauge()->isVisible());
    }

    void showsTheFiguresOfTheSource()
    {
        FakePerformance source;
        source.fill(100);
        source.fillMemory();
        PerformanceView view(source);
        view.show();
        QCOMPARE(view.decodeGauge()->valueText(), QString("41.3"));
        QCOMPARE(view.roleRows()->rows().front().figure, QString("51.0%"));
        QCOMPARE(view.memoryRows()->rows().front().figure, QString("0.25"));
        QVERIFY(view.accessibleDescription().contains("41.3"));
        QVERIFY(view.accessibleDescription().contains("81%"));
    }

    void theMemoryRowsAddUpToTheProcess()
    {
        FakePerformance source;
        source.fillMemory();
        MemoryLedger ledger = source.memory();
        QCOMPARE(ledgerRows(ledger).size(), std::size_t { 5 }); // everything reserved is in use
        ledger.measured->kvCacheBytes += 1'500'000'000;
        ledger.untouchedBytes = 1'500'000'000;
        const std::vector<FigureRows::Row> rows = ledgerRows(ledger);
        double sum = 0;
        for (std::size_t i = 0; i + 1 < rows.size(); ++i)
            sum += QString(rows[i].figure).replace(u'−', u'-').toDouble();
        QVERIFY(std::abs(sum - rows.back().figure.toDouble()) < 0.03); // five figures rounded to 0.01
    }

    void anUnknownFigureIsBlank()
    {
        FakePerformance source;
        source.fill(1);
        source.speed.decodeTokensPerSecond.reset();
        source.speed.recentDecodeTokensPerSecond.reset();
        PerformanceView view(source);
        view.show();
        QCOMPARE(view.decodeGauge()->valueText(), QString("–"));
    }

    void readsNothingWhileHidden()
    {
        FakePerformance source;
        source.fill(10);
        PerformanceView view(source);
        const int before = view.refreshCount();
        for (int i = 0; i < 50; ++i)
            source.revise();
        QCOMPARE(view.refreshCount(), before);
        view.show();
        QCOMPARE(view.refreshCount(), before + 1);
        source.revise();
        QCOMPARE(view.refreshCount(), before + 2);
    }

    void theChartHoldsAtMostTwoPointsAPixel()
    {
        FakePerformance source;
        source.fill(4096);
        SpeedChart chart;
        chart.resize(300, 100);
        chart.setTokens(source.tokens());
        QVERIFY(chart.pointCount() <= 600);
        QVERIFY(chart.pointCount() > 300);
    }

    void phasesWithoutThinkingHaveNoSuchRow()
    {
        SpeedGauges gauges;
        QCOMPARE(phaseRows({ 10, 0, 20, 1 }, gauges).rows.size(), std::size_t { 3 });
        const PhaseRows rows = phaseRows({ 10, 5, 20, 5 }, gauges);
        QCOMPARE(rows.rows.size(), std::size_t { 4 });
        QCOMPARE(rows.totalMs, 40.0);
        QCOMPARE(rows.parts.front().share, 0.25);
    }
};

MORU_TEST(Performance)

} // namespace moru

#include "performance_view_test.moc"
