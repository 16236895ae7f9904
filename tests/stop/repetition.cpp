#include "engine/stop/repetition_detector.h"
#include "tests/support/test_main.h"

#include <QObject>

#include <vector>

using namespace moru;

class Repetition : public QObject {
    Q_OBJECT

private slots:
    void findsLoopsOfEveryPeriod_data();
    void findsLoopsOfEveryPeriod();
    void findsALoopAfterAnOrdinaryBeginning();
    void findsALoopWhoseRoundRepeatsAToken();
    void leavesLongerPeriodsAlone();
    void leavesLaughterAlone();
    void leavesRulersAndIndentationAlone();
    void leavesATableOfZerosAlone();
    void leavesSimilarRowsAlone();
    void leavesRepetitiveCodeAlone();
    void aBreakStartsTheCountAnew();
    void resetForgetsEverything();
};

/// Index of the token that made it a loop, or -1.
static int firstAlarm(const std::vector<TokenId>& ids)
{
    RepetitionDetector detector;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (detector.push(ids[i]))
            return static_cast<int>(i);
    }
    return -1;
}

static std::vector<TokenId> repeated(const std::vector<TokenId>& round, int times)
{
    std::vector<TokenId> ids;
    for (int i = 0; i < times; ++i)
        ids.insert(ids.end(), round.begin(), round.end());
    return ids;
}

static std::vector<TokenId> counting(int count, TokenId from)
{
    std::vector<TokenId> ids;
    for (TokenId i = 0; i < count; ++i)
        ids.push_back(from + i);
    return ids;
}

void Repetition::findsLoopsOfEveryPeriod_data()
{
    QTest::addColumn<int>("period");
    for (const int period : { 1, 2, 3, 7, 16, 31, 63, 64 })
        QTest::addRow("%d", period) << period;
}

void Repetition::findsLoopsOfEveryPeriod()
{
    QFETCH(int, period);
    RepetitionDetector detector;
    int pushed = 0;
    for (const TokenId id : repeated(counting(period, 100), 200)) {
        ++pushed;
        if (detector.push(id))
            break;
    }
    QCOMPARE(detector.period(), static_cast<std::size_t>(period));
    QVERIFY2(pushed <= 128 + 9 * period, "a loop must not run on for long");
}

void Repetition::findsALoopAfterAnOrdinaryBeginning()
{
    std::vector<TokenId> ids = counting(700, 1000);
    const auto loop = repeated({ 5, 6, 7, 8, 9 }, 60);
    ids.insert(ids.end(), loop.begin(), loop.end());
    const int alarm = firstAlarm(ids);
    QVERIFY(alarm > 700 + 100 && alarm < 700 + 200);
}

void Repetition::findsALoopWhoseRoundRepeatsAToken()
{
    // "no, no, no, yes": the short period breaks in every round, the long one does not.
    QVERIFY(firstAlarm(repeated({ 1, 2, 1, 2, 1, 2, 3 }, 40)) > 0);
}

void Repetition::leavesLongerPeriodsAlone()
{
    QCOMPARE(firstAlarm(repeated(counting(65, 1), 40)), -1);
}

void Repetition::leavesLaughterAlone()
{
    std::vector<TokenId> ids = counting(20, 500);
    const auto laughter = repeated({ 42 }, 100); // ㅋ, a hundred times
    ids.insert(ids.end(), laughter.begin(), laughter.end());
    QCOMPARE(firstAlarm(ids), -1);
}

void Repetition::leavesRulersAndIndentationAlone()
{
    std::vector<TokenId> ids;
    for (TokenId line = 0; line < 40; ++line) {
        const auto ruler = repeated({ 45 }, line % 2 ? 79 : 20); // dashes and blanks, a token each
        ids.insert(ids.end(), ruler.begin(), ruler.end());
        ids.push_back(900 + line);
    }
    QCOMPARE(firstAlarm(ids), -1);
}

void Repetition::leavesATableOfZerosAlone()
{
    std::vector<TokenId> ids = counting(30, 300);
    const auto zeros = repeated({ 15, 11 }, 64); // "0, " sixty-four times
    ids.insert(ids.end(), zeros.begin(), zeros.end());
    ids.push_back(92);
    QCOMPARE(firstAlarm(ids), -1);
}

void Repetition::leavesSimilarRowsAlone()
{
    std::vector<TokenId> ids; // "| n | ok | ok |\n": only the number differs
    for (TokenId row = 0; row < 200; ++row) {
        const std::vector<TokenId> line { 60, 2000 + row, 60, 61, 60, 61, 60, 10 };
        ids.insert(ids.end(), line.begin(), line.end());
    }
    QCOMPARE(firstAlarm(ids), -1);
}

void Repetition::leavesRepetitiveCodeAlone()
{
    std::vector<TokenId> ids = counting(50, 700);
    const auto lines = repeated(counting(12, 1), 8); // eight equal lines of twelve tokens
    ids.insert(ids.end(), lines.begin(), lines.end());
    QCOMPARE(firstAlarm(ids), -1);
}

void Repetition::aBreakStartsTheCountAnew()
{
    std::vector<TokenId> ids;
    for (TokenId i = 0; i < 10; ++i) {
        const auto run = repeated({ 3 }, 100);
        ids.insert(ids.end(), run.begin(), run.end());
        ids.push_back(1000 + i);
    }
    QCOMPARE(firstAlarm(ids), -1);
}

void Repetition::resetForgetsEverything()
{
    RepetitionDetector detector;
    for (const TokenId id : repeated({ 3 }, 120))
        QVERIFY(!detector.push(id));
    detector.reset();
    for (const TokenId id : repeated({ 3 }, 120))
        QVERIFY(!detector.push(id));
    for (const TokenId id : repeated({ 3 }, 20))
        (void)detector.push(id);
    QCOMPARE(detector.period(), std::size_t { 1 });
}

MORU_TEST(Repetition)
#include "repetition.moc"
