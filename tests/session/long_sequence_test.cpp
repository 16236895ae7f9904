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
/// More than a sliding layer's ring holds, and no whole number of blocks.
constexpr int kLength = 1500;

std::vector<float> lastLogits(InferenceSession& session, std::span<const TokenId> ids, int chunkSize)
{
    ForwardRequest request;
    request.ids = { ids.begin(), ids.end() };
    request.chunkSize = chunkSize;
    const auto result = session.forward(request, {});
    return result ? result->tensors.back().values : std::vector<float>();
}

} // namespace

/// For the families with sliding layers and each format of the KV cache: where a ring has begun anew, and
/// where the last block of a context is full only in part.
class LongSequence final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<int>("kvFormat");
        for (const std::string family : { "gemma2", "gemma3" }) {
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
        session_ = model_->session({ .contextLength = kLength, .kvFormat = KvFormat(kvFormat) });
        QVERIFY(session_);
    }

    /// A chunk of the whole length has a ring as long; one of 64 begins anew.
    void aRingThatBeganAnewStillHoldsTheWindow()
    {
        const std::vector<TokenId> ids = someIds(kLength, kVocabulary, 1);
        const std::vector<float> whole = lastLogits(*session_, ids, kLength);
        QVERIFY(!whole.empty());
        QVERIFY(largestDifference(whole, lastLogits(*session_, ids, 64)) <= kTolerance);
    }

    void theLastPlaceOfAContextCountsLikeAnyOther()
    {
        QFETCH_GLOBAL(int, kvFormat);
        const std::vector<TokenId> ids = someIds(kLength, kVocabulary, 2);
        const auto longer = model_->session({ .contextLength = 2 * kLength, .kvFormat = KvFormat(kvFormat) });
        QVERIFY(longer);
        QVERIFY(
            largestDifference(lastLogits(*session_, ids, 128), lastLogits(*longer, ids, 128)) <= kTolerance);
        KeepingObserver observer;
        const GenerationResult answer
            = session_->generate(greedyRequest(someIds(kLength - 5, kVocabulary, 3), 50), observer, {});
        QCOMPARE(answer.stopReason, StopReason::ContextFull);
        const GenerationResult withRoom
            = longer->generate(greedyRequest(someIds(kLength - 5, kVocabulary, 3), 50), observer, {});
        QVERIFY(answer.ids.size() >= 5);
        QVERIFY(std::ranges::equal(answer.ids, std::span(withRoom.ids).first(answer.ids.size())));
    }

    /// 1,430 lies inside a block and still has its window; 20 has lost it in every sliding layer.
    void aPromptEditedBehindTheRingsStartIsComputedAnew()
    {
        std::vector<TokenId> ids = someIds(kLength - 20, kVocabulary, 4);
        KeepingObserver observer;
        QCOMPARE(session_->generate(greedyRequest(ids, 8), observer, {}).stopReason, StopReason::MaxTokens);
        for (const int place : { 1430, 20 }) {
            ids[std::size_t(place)] = (ids[std::size_t(place)] + 1) % kVocabulary;
            const GenerationResult edited = session_->generate(greedyRequest(ids, 8), observer, {});
            QCOMPARE(edited.reusedTokens, place == 1430 ? 1430 : 0);
            session_->reset();
            QCOMPARE(session_->generate(greedyRequest(ids, 8), observer, {}).ids, edited.ids);
        }
    }

private:
    std::unique_ptr<TinyModel> model_;
    std::unique_ptr<InferenceSession> session_;
};

MORU_TEST(LongSequence)

} // namespace moru

#include "long_sequence_test.moc"
