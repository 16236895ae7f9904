#include "tests/session/silent_observer.h"
#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"

namespace moru {

namespace {

using test::greedyRequest;
using test::KeepingObserver;
using test::largestDifference;
using test::someIds;
using test::TinyModel;

constexpr int kVocabulary = 61;
constexpr float kTolerance = 2e-5F;

/// Logits after each of the ids, from an empty cache.
std::vector<float> scanned(InferenceSession& session, std::span<const TokenId> ids)
{
    std::vector<float> all;
    const auto done = session.scan(ids,
        [&](int, std::span<const float> logits) { all.insert(all.end(), logits.begin(), logits.end()); }, {});
    return done ? all : std::vector<float>();
}

std::vector<float> lastLogits(InferenceSession& session, std::span<const TokenId> ids, int chunkSize)
{
    const auto result = session.forward({ .ids = { ids.begin(), ids.end() },
                                            .positions = {},
                                            .keepHidden = false,
                                            .operationsOfLayer = {},
                                            .chunkSize = chunkSize,
                                            .greedyTokens = 0 },
        {});
    return result ? result->tensors.back().values : std::vector<float>();
}

} // namespace

/// For every family and format of the KV cache: whatever way a sequence came about, the same ids give the
/// same logits.
class PrefixReuse final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<int>("kvFormat");
        for (const std::string& family : TinyModel::families()) {
            for (int format = 0; format < kKvFormatCount; ++format) {
                QTest::addRow("%s, %s", family.c_str(), kvFormatName(KvFormat(format)).data())
                    << QString::fromStdString(family) << format;
            }
        }
    }

    void init()
    {
        QFETCH_GLOBAL(QString, family);
        QFETCH_GLOBAL(int, kvFormat);
        model_ = std::make_unique<TinyModel>(family.toStdString());
        session_ = model_->session({ .contextLength = 512, .kvFormat = KvFormat(kvFormat) });
        QVERIFY(session_);
    }

    void chunksDoNotMatter()
    {
        const std::vector<TokenId> ids = someIds(150, kVocabulary);
        const std::vector<float> whole = lastLogits(*session_, ids, 150);
        QVERIFY(!whole.empty());
        for (const int chunk : { 1, 7, 64 })
            QVERIFY2(largestDifference(whole, lastLogits(*session_, ids, chunk)) <= kTolerance,
                qPrintable(QString::number(chunk)));
    }

    void aReusedPrefixGivesTheSameAnswer()
    {
        const std::vector<TokenId> first = someIds(40, kVocabulary, 1);
        KeepingObserver observer;
        const GenerationResult answer = session_->generate(greedyRequest(first, 12), observer, {});
        QCOMPARE(answer.stopReason, StopReason::MaxTokens);

        // The next turn: everything so far, and some more.
        std::vector<TokenId> second = first;
        second.insert(second.end(), answer.ids.begin(), answer.ids.end());
        const std::vector<TokenId> more = someIds(9, kVocabulary, 2);
        second.insert(second.end(), more.begin(), more.end());
        const GenerationResult reused = session_->generate(greedyRequest(second, 16), observer, {});
        QVERIFY(reused.reusedTokens >= 40); // an end-of-turn snapshot at least
        session_->reset();
        const GenerationResult fresh = session_->generate(greedyRequest(second, 16), observer, {});
        QCOMPARE(fresh.reusedTokens, 0);
        QCOMPARE(reused.ids, fresh.ids);
    }

    void regeneratingReusesThePrompt()
    {
        const std::vector<TokenId> ids = someIds(50, kVocabulary, 3);
        KeepingObserver observer;
        const GenerationResult first = session_->generate(greedyRequest(ids, 10), observer, {});
        const GenerationResult again = session_->generate(greedyRequest(ids, 10), observer, {});
        QCOMPARE(again.reusedTokens, 49);
        QCOMPARE(again.ids, first.ids);
    }

    void anEditedPromptIsNotMixedWithTheOldOne()
    {
        std::vector<TokenId> ids = someIds(60, kVocabulary, 4);
        KeepingObserver observer;
        QCOMPARE(session_->generate(greedyRequest(ids, 8), observer, {}).stopReason, StopReason::MaxTokens);
        ids[30] = (ids[30] + 1) % kVocabulary;
        const GenerationResult edited = session_->generate(greedyRequest(ids, 8), observer, {});
        QVERIFY(edited.reusedTokens <= 30);
        session_->reset();
        QCOMPARE(session_->generate(greedyRequest(ids, 8), observer, {}).ids, edited.ids);
    }

    void aStoppedPromptIsContinuedCorrectly()
    {
        const std::vector<TokenId> ids = someIds(400, kVocabulary, 5);
        std::stop_source stop;
        KeepingObserver observer;
        observer.onPrefill = [&](const PrefillProgress& progress) {
            if (progress.tokensDone > 0)
                stop.request_stop();
        };
        const GenerationResult stopped
            = session_->generate(greedyRequest(ids, 8), observer, stop.get_token());
        QCOMPARE(stopped.stopReason, StopReason::Cancelled);
        observer.onPrefill = {};
        const GenerationResult continued = session_->generate(greedyRequest(ids, 8), observer, {});
        QVERIFY(continued.reusedTokens > 0 && continued.reusedTokens < 400);
        session_->reset();
        QCOMPARE(session_->generate(greedyRequest(ids, 8), observer, {}).ids, continued.ids);
    }

    void aResetSequenceForgetsEverything()
    {
        const std::vector<TokenId> ids = someIds(30, kVocabulary, 6);
        const std::vector<float> first = scanned(*session_, ids);
        QCOMPARE(scanned(*session_, someIds(77, kVocabulary, 7)).size(), std::size_t(77 * kVocabulary));
        QCOMPARE(largestDifference(first, scanned(*session_, ids)), 0.0F);
    }

    void laterTokensDoNotChangeEarlierLogits()
    {
        const std::vector<TokenId> ids = someIds(90, kVocabulary, 8);
        const std::vector<float> longer = scanned(*session_, ids);
        const std::vector<float> shorter = scanned(*session_, std::span(ids).first(45));
        QVERIFY(largestDifference(std::span(longer).first(shorter.size()), shorter) <= kTolerance);
    }

private:
    std::unique_ptr<TinyModel> model_;
    std::unique_ptr<InferenceSession> session_;
};

MORU_TEST(PrefixReuse)

} // namespace moru

#include "prefix_reuse_test.moc"
