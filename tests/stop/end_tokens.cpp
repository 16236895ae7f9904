#include "engine/stop/end_tokens.h"
#include "engine/api/sampling.h"
#include "tests/support/test_main.h"

#include <QObject>

#include <set>

using namespace moru;

class EndTokenSet : public QObject {
    Q_OBJECT

private slots:
    void knowsExactlyItsIds();
    void everyStopReasonHasItsOwnName();
};

void EndTokenSet::knowsExactlyItsIds()
{
    const std::vector<TokenId> ids { 248046, 1, 248044, 1 };
    const EndTokens end(ids);
    for (const TokenId id : ids)
        QVERIFY(end.contains(id));
    for (const TokenId id : { 0, 2, 248045, -1 })
        QVERIFY(!end.contains(id));
    QVERIFY(!EndTokens({}).contains(0));
}

void EndTokenSet::everyStopReasonHasItsOwnName()
{
    std::set<std::string_view> names;
    for (const StopReason reason :
        { StopReason::EndToken, StopReason::StopString, StopReason::Repetition, StopReason::MaxTokens,
            StopReason::ContextFull, StopReason::Cancelled, StopReason::Ejected, StopReason::Error })
        names.insert(stopReasonName(reason));
    QCOMPARE(names.size(), std::size_t { 8 });
    QCOMPARE(stopReasonName(StopReason::EndToken), std::string_view("end_token"));
    QCOMPARE(stopReasonName(StopReason::MaxTokens), std::string_view("max_tokens"));
}

MORU_TEST(EndTokenSet)
#include "end_tokens.moc"
