#include "engine/stop/thinking_splitter.h"
#include "tests/support/test_main.h"

#include <QObject>

#include <vector>

using namespace moru;

class Thinking : public QObject {
    Q_OBJECT

private slots:
    void isWhatStandsBetweenTheMarkers();
    void mayComeInSeveralBlocks();
    void beginsAtOnceWhenThePromptEndsInsideTheBlock();
    void aLoneClosingMarkerMakesEverythingBeforeItThinking();
    void aSecondClosingMarkerChangesNothing();
    void markersInsideABlockDoNotNest();
    void aCutInTheMiddleLeavesItOpen();
    void modelsWithoutMarkersOnlyAnswer();
};

using Kind = ThinkingSplitter::Kind;
static constexpr TokenId kOpen = 1;
static constexpr TokenId kClose = 2;

static std::vector<Kind> kindsOf(ThinkingSplitter& splitter, const std::vector<TokenId>& ids)
{
    std::vector<Kind> kinds;
    for (const TokenId id : ids)
        kinds.push_back(splitter.push(id));
    return kinds;
}

void Thinking::isWhatStandsBetweenTheMarkers()
{
    ThinkingSplitter splitter(kOpen, kClose, false);
    const std::vector<Kind> wanted { Kind::Opened, Kind::Thinking, Kind::Thinking, Kind::Closed,
        Kind::Answer };
    QVERIFY(kindsOf(splitter, { kOpen, 10, 11, kClose, 12 }) == wanted);
    QCOMPARE(splitter.thinkingTokenCount(), 2);
    QCOMPARE(splitter.answerTokenCount(), 1);
    QVERIFY(!splitter.isInside());
}

void Thinking::mayComeInSeveralBlocks()
{
    ThinkingSplitter splitter(kOpen, kClose, false);
    const std::vector<Kind> wanted { Kind::Opened, Kind::Thinking, Kind::Closed, Kind::Answer, Kind::Opened,
        Kind::Thinking, Kind::Closed, Kind::Answer };
    QVERIFY(kindsOf(splitter, { kOpen, 10, kClose, 11, kOpen, 12, kClose, 13 }) == wanted);
    QCOMPARE(splitter.thinkingTokenCount(), 2);
}

void Thinking::beginsAtOnceWhenThePromptEndsInsideTheBlock()
{
    ThinkingSplitter splitter(kOpen, kClose, true);
    QVERIFY(splitter.isInside());
    const std::vector<Kind> wanted { Kind::Thinking, Kind::Closed, Kind::Answer };
    QVERIFY(kindsOf(splitter, { 10, kClose, 11 }) == wanted);
}

void Thinking::aLoneClosingMarkerMakesEverythingBeforeItThinking()
{
    ThinkingSplitter splitter(kOpen, kClose, false);
    const std::vector<Kind> wanted { Kind::Answer, Kind::Answer, Kind::ClosedUnopened, Kind::Answer };
    QVERIFY(kindsOf(splitter, { 10, 11, kClose, 12 }) == wanted);
    QCOMPARE(splitter.thinkingTokenCount(), 2);
    QCOMPARE(splitter.answerTokenCount(), 1);
}

void Thinking::aSecondClosingMarkerChangesNothing()
{
    ThinkingSplitter splitter(kOpen, kClose, false);
    const std::vector<Kind> wanted { Kind::Opened, Kind::Thinking, Kind::Closed, Kind::Answer, Kind::Stray,
        Kind::Answer };
    QVERIFY(kindsOf(splitter, { kOpen, 10, kClose, 11, kClose, 12 }) == wanted);
    QCOMPARE(splitter.answerTokenCount(), 2);
}

void Thinking::markersInsideABlockDoNotNest()
{
    ThinkingSplitter splitter(kOpen, kClose, false);
    const std::vector<Kind> wanted { Kind::Opened, Kind::Stray, Kind::Thinking, Kind::Closed, Kind::Answer };
    QVERIFY(kindsOf(splitter, { kOpen, kOpen, 10, kClose, 11 }) == wanted);
}

void Thinking::aCutInTheMiddleLeavesItOpen()
{
    ThinkingSplitter splitter(kOpen, kClose, false);
    (void)kindsOf(splitter, { kOpen, 10, 11 });
    QVERIFY(splitter.isInside());
}

void Thinking::modelsWithoutMarkersOnlyAnswer()
{
    ThinkingSplitter splitter(std::nullopt, std::nullopt, true);
    QVERIFY(!splitter.isInside());
    QVERIFY(kindsOf(splitter, { kOpen, kClose, 7 }) == std::vector<Kind>(3, Kind::Answer));
}

MORU_TEST(Thinking)
#include "thinking.moc"
