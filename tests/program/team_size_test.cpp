#include "engine/program/team_size.h"

#include "tests/support/test_main.h"

#include <functional>

namespace moru {

namespace {

constexpr std::int64_t kMs = 1'000'000;

/// A machine that takes so long for a step with so many workers.
struct Machine {
    std::function<std::int64_t(int workers)> stepNs;
    std::function<double(int workers)> waitingShare;
};

/// Decodes for some time; gives the steps made.
int decode(TeamSize& team, const Machine& machine, std::int64_t& nowNs, std::int64_t forNs)
{
    const std::int64_t end = nowNs + forNs;
    int steps = 0;
    for (; nowNs < end; ++steps) {
        const int workers = team.next();
        const std::int64_t duration = machine.stepNs(workers);
        nowNs += duration;
        team.stepped(nowNs, duration, std::int64_t(machine.waitingShare(workers) * double(duration)));
    }
    return steps;
}

/// Alone on the machine: every worker helps, and little of the time is waiting.
const Machine kIdle { [](int workers) { return 80 * kMs / workers; }, [](int) { return 0.05; } };
/// All processors busy: whoever needs others waits for the scheduler at every barrier.
const Machine kCrowded { [](int workers) { return workers == 1 ? 160 * kMs : 400 * kMs * workers; },
    [](int workers) { return workers == 1 ? 0.0 : 0.9; } };
/// Half of the processors busy.
const Machine kHalfBusy { [](int workers) { return workers <= 4 ? 80 * kMs / workers : 100 * kMs; },
    [](int workers) { return workers <= 4 ? 0.05 : 0.8; } };

} // namespace

class ChoosingTheTeam final : public QObject {
    Q_OBJECT
private slots:
    void allWorkWhileTheMachineIsIdle()
    {
        for (const int most : { 1, 2, 8, 64 }) {
            TeamSize team(most);
            std::int64_t now = 0;
            for (int i = 0; i < 200; ++i) {
                QCOMPARE(team.next(), most);
                decode(team, kIdle, now, 1);
            }
        }
    }

    void aBusyMachineIsLeftToFewer_data()
    {
        QTest::addColumn<int>("most");
        for (const int most : { 2, 3, 8, 16 })
            QTest::addRow("%d", most) << most;
    }
    void aBusyMachineIsLeftToFewer()
    {
        QFETCH(int, most);
        TeamSize team(most);
        std::int64_t now = 0;
        decode(team, kCrowded, now, 120'000 * kMs);
        // One step in 160 ms; trials of larger teams cost a fifth at most.
        QVERIFY(decode(team, kCrowded, now, 60'000 * kMs) >= 300);
    }

    void theTeamGrowsAgainWhenOthersEnd()
    {
        TeamSize team(8);
        std::int64_t now = 0;
        decode(team, kCrowded, now, 120'000 * kMs);
        QVERIFY(team.next() < 8);
        decode(team, kIdle, now, 30'000 * kMs);
        QCOMPARE(team.next(), 8);
    }

    /// A window that paints what was decoded takes a processor for a moment, again and again. In that moment
    /// one worker alone is as fast as all; over all time it takes twice as long.
    void momentsOfOthersLeaveTheTeamWhole_data()
    {
        QTest::addColumn<int>("busyMs");
        QTest::addColumn<int>("everyMs");
        QTest::newRow("a text") << 20 << 50;
        QTest::newRow("text and charts") << 60 << 200;
        QTest::newRow("a page") << 110 << 500;
    }
    void momentsOfOthersLeaveTheTeamWhole()
    {
        QFETCH(int, busyMs);
        QFETCH(int, everyMs);
        TeamSize team(2);
        std::int64_t now = 0;
        const auto isBusy = [&] { return now / kMs % everyMs < busyMs; };
        const Machine painting { [&](int workers) { return workers == 1 || isBusy() ? 10 * kMs : 5 * kMs; },
            [&](int workers) { return workers == 1 ? 0.0
                                   : isBusy()      ? 0.6
                                                   : 0.05; } };
        int whole = 0;
        int all = 0;
        while (now < 60'000 * kMs) {
            whole += team.next() == 2 ? 1 : 0;
            all += decode(team, painting, now, 1);
        }
        QVERIFY2(whole >= all * 95 / 100, qPrintable(QString("%1 of %2").arg(whole).arg(all)));
    }

    void theTeamIsWholeASecondAfterAShortCrowd()
    {
        for (int crowdMs = 500; crowdMs < 8000; crowdMs += 500) {
            TeamSize team(2);
            std::int64_t now = 0;
            decode(team, kCrowded, now, crowdMs * kMs);
            // The pause between trials is as long as the crowd at most.
            decode(team, kIdle, now, (1000 + crowdMs) * kMs);
            QCOMPARE(team.next(), 2);
        }
    }

    void busyProcessorsAreLeftOut()
    {
        TeamSize team(8);
        std::int64_t now = 0;
        decode(team, kHalfBusy, now, 60'000 * kMs);
        // The best is four: 20 ms a step.
        QVERIFY(decode(team, kHalfBusy, now, 10'000 * kMs) >= 400);
    }

    void aTeamThatWaitsButIsFastestStays()
    {
        const Machine uneven { [](int workers) { return 80 * kMs / workers; }, [](int) { return 0.5; } };
        TeamSize team(4);
        std::int64_t now = 0;
        decode(team, uneven, now, 60'000 * kMs);
        QVERIFY(decode(team, uneven, now, 10'000 * kMs) >= 450);
    }
};

MORU_TEST(ChoosingTheTeam)

} // namespace moru

#include "team_size_test.moc"
