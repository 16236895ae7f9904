#include "app/worker/batching_observer.h"
#include "tests/support/test_main.h"

using namespace moru;
using namespace std::chrono_literals;

namespace {

GeneratedToken token(const char* text, bool isThinking = false)
{
    GeneratedToken token;
    token.text = text;
    token.isThinking = isThinking;
    return token;
}

/// A clock that the test moves.
struct Time {
    SteadyTime now {};
    [[nodiscard]] SteadyClock clock()
    {
        return [this] { return now; };
    }
};

} // namespace

class Batches : public QObject {
    Q_OBJECT
private slots:
    void atMostThirtyInAnySecond()
    {
        Time time;
        std::vector<SteadyTime> sent;
        BatchingObserver observer(
            1, time.clock(), [&](const GenerationBatch&) { sent.push_back(time.now); }, [](SteadyTime) {});
        for (int i = 0; i < 5000; ++i) { // ten seconds at 500 tokens a second
            time.now += 2ms;
            observer.tokenGenerated(token("x"));
        }
        QVERIFY(sent.size() >= 200); // and no fewer than a lively window needs
        for (std::size_t i = 0; i < sent.size(); ++i) {
            const auto within = std::count_if(sent.begin() + static_cast<std::ptrdiff_t>(i), sent.end(),
                [&](SteadyTime other) { return other < sent[i] + 1s; });
            QVERIFY(within <= 30);
        }
    }

    void slowTokensAreSentAtOnce()
    {
        Time time;
        int sent = 0;
        BatchingObserver observer(
            1, time.clock(), [&](const GenerationBatch&) { ++sent; }, [](SteadyTime) {});
        observer.prefillAdvanced({ 8, 8, 0 });
        for (int i = 0; i < 10; ++i) {
            observer.tokenGenerated(token("x"));
            QCOMPARE(sent, 2 + i);
            time.now += 300ms;
        }
    }

    void theLastOfABurstIsDueInAMomentNotWithTheNextToken()
    {
        Time time;
        QString text;
        std::optional<SteadyTime> due;
        BatchingObserver observer(
            1, time.clock(),
            [&](const GenerationBatch& batch) {
                for (const TextPiece& piece : batch.text)
                    text += piece.text;
            },
            [&](SteadyTime at) { due = at; });
        for (int i = 0; i < 9; ++i)
            observer.tokenGenerated(token("x"));
        QVERIFY(text.size() < 9); // the burst is over the limit
        QVERIFY(due && *due <= time.now + 50ms);
        time.now = *due;
        observer.sendHeld();
        QCOMPARE(text, QString(9, u'x'));
    }

    void whatIsHeldIsSentOnce()
    {
        Time time;
        int sent = 0;
        BatchingObserver observer(
            1, time.clock(), [&](const GenerationBatch&) { ++sent; }, [](SteadyTime) {});
        for (int i = 0; i < 9; ++i)
            observer.tokenGenerated(token("x"));
        time.now += 1s;
        observer.sendHeld();
        const int before = sent;
        observer.sendHeld();
        observer.finish();
        QCOMPARE(sent, before);
    }

    void nothingIsLostAndKindsStayApart()
    {
        Time time;
        QString thinking;
        QString answer;
        std::size_t steps = 0;
        bool neighboursDiffer = true;
        BatchingObserver observer(
            7, time.clock(),
            [&](const GenerationBatch& batch) {
                QCOMPARE(batch.id, GenerationId(7));
                steps += batch.steps.size();
                for (std::size_t i = 0; i < batch.text.size(); ++i) {
                    (batch.text[i].isThinking ? thinking : answer) += batch.text[i].text;
                    neighboursDiffer &= i == 0 || batch.text[i].isThinking != batch.text[i - 1].isThinking;
                }
            },
            [](SteadyTime) {});
        for (int i = 0; i < 100; ++i) {
            time.now += 1ms;
            observer.tokenGenerated(token("생", true));
        }
        for (int i = 0; i < 100; ++i)
            observer.tokenGenerated(token("답", false));
        observer.finish();
        QCOMPARE(steps, std::size_t(200));
        QCOMPARE(thinking, QString(100, u'생'));
        QCOMPARE(answer, QString(100, u'답'));
        QVERIFY(neighboursDiffer);
    }
};
MORU_TEST(Batches)

#include "batches.moc"
