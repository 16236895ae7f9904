#include "tests/session/silent_observer.h"
#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"

#include <fstream>

namespace moru {

namespace {

using test::greedyRequest;
using test::KeepingObserver;
using test::someIds;
using test::TinyModel;

constexpr int kVocabulary = 61;

GenerationRequest sampledRequest(std::uint64_t seed)
{
    GenerationRequest request = greedyRequest(someIds(10, kVocabulary), 40);
    request.sampling.temperature = 1.0;
    request.sampling.topK = 0;
    request.sampling.topP = 1.0;
    request.seed = seed;
    return request;
}

} // namespace

class GeneratingAnswers final : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        model_ = std::make_unique<TinyModel>("llama");
        session_ = model_->session({ .contextLength = 64 });
        QVERIFY(session_);
    }

    void aSeedGivesTheSameTokensAgain()
    {
        KeepingObserver observer;
        const auto first = session_->generate(sampledRequest(11), observer, {});
        QCOMPARE(first.ids.size(), std::size_t(40));
        QCOMPARE(first.seed, std::uint64_t(11));
        QCOMPARE(session_->generate(sampledRequest(11), observer, {}).ids, first.ids);
        QVERIFY(session_->generate(sampledRequest(12), observer, {}).ids != first.ids);
    }

    void anUnsetSeedIsToldAndRepeats()
    {
        KeepingObserver observer;
        GenerationRequest request = sampledRequest(0);
        request.seed.reset();
        const auto first = session_->generate(request, observer, {});
        request.seed = first.seed;
        QCOMPARE(session_->generate(request, observer, {}).ids, first.ids);
    }

    void stopsAtTheTokenLimit()
    {
        KeepingObserver observer;
        const auto result = session_->generate(greedyRequest(someIds(5, kVocabulary), 7), observer, {});
        QCOMPARE(result.stopReason, StopReason::MaxTokens);
        QCOMPARE(result.ids.size(), std::size_t(7));
        QCOMPARE(observer.tokens.size(), std::size_t(7));
    }

    void aLimitOfZeroGivesNothing()
    {
        KeepingObserver observer;
        const auto result = session_->generate(greedyRequest(someIds(5, kVocabulary), 0), observer, {});
        QCOMPARE(result.stopReason, StopReason::MaxTokens);
        QVERIFY(result.ids.empty());
    }

    void stopsWhenTheContextIsFull_data()
    {
        QTest::addColumn<int>("promptTokens");
        QTest::addColumn<int>("answerTokens");
        // The last position's logits still give a token: 64 positions, one token more than fits behind the
        // prompt.
        QTest::newRow("below") << 62 << 3;
        QTest::newRow("one left") << 63 << 2;
        QTest::newRow("none left") << 64 << 1;
    }
    void stopsWhenTheContextIsFull()
    {
        QFETCH(int, promptTokens);
        QFETCH(int, answerTokens);
        KeepingObserver observer;
        const auto result
            = session_->generate(greedyRequest(someIds(promptTokens, kVocabulary), 1000), observer, {});
        QCOMPARE(result.stopReason, StopReason::ContextFull);
        QCOMPARE(int(result.ids.size()), answerTokens);
    }

    void refusesAPromptBeyondTheContext()
    {
        KeepingObserver observer;
        const auto result = session_->generate(greedyRequest(someIds(65, kVocabulary), 1), observer, {});
        QCOMPARE(result.stopReason, StopReason::Error);
        QCOMPARE(result.error->code, ErrorCode::ContextFull);
        QVERIFY(result.error->message.find("65") != std::string::npos);
        // The session still works.
        QCOMPARE(session_->generate(greedyRequest(someIds(5, kVocabulary), 2), observer, {}).ids.size(),
            std::size_t(2));
    }

    void stopsWithinOneToken()
    {
        std::stop_source stop;
        KeepingObserver observer;
        observer.onToken = [&](const GeneratedToken&) {
            if (observer.tokens.size() == 5)
                stop.request_stop();
        };
        const auto result
            = session_->generate(greedyRequest(someIds(5, kVocabulary), 50), observer, stop.get_token());
        QCOMPARE(result.stopReason, StopReason::Cancelled);
        QCOMPARE(result.ids.size(), std::size_t(5));
    }

    void stopsWhereAnEndTokenComesUp()
    {
        KeepingObserver observer;
        const auto free = session_->generate(greedyRequest(someIds(5, kVocabulary), 20), observer, {});
        std::ofstream(model_->folder() / "generation_config.json")
            << R"({"eos_token_id": [)" << free.ids[6] << "]}";
        session_ = model_->session({ .contextLength = 64 });
        const auto ended = session_->generate(greedyRequest(someIds(5, kVocabulary), 20), observer, {});
        QCOMPARE(ended.stopReason, StopReason::EndToken);
        const auto first = std::ranges::find(free.ids, free.ids[6]);
        QCOMPARE(ended.ids, std::vector<TokenId>(free.ids.begin(), first + 1));
    }

    void stopsALoop()
    {
        // With repetition held back and greedy choice a tiny random model soon walks in circles.
        session_ = model_->session({ .contextLength = 4000 });
        KeepingObserver observer;
        GenerationRequest request = greedyRequest(someIds(5, kVocabulary), 3500);
        request.stop.detectRepetition = true;
        const auto result = session_->generate(request, observer, {});
        QCOMPARE(result.stopReason, StopReason::Repetition);
        QVERIFY(result.ids.size() < 3500);
    }

    void progressCountsTheNewTokens()
    {
        session_ = model_->session({ .contextLength = 600 });
        KeepingObserver observer;
        QVERIFY(!session_->generate(greedyRequest(someIds(300, kVocabulary), 1), observer, {}).error);
        QCOMPARE(observer.prefill.front().tokensDone, 0);
        QCOMPARE(observer.prefill.back().tokensDone, 300);
        QVERIFY(observer.prefill.size() >= 4); // several chunks
        for (const PrefillProgress& progress : observer.prefill)
            QCOMPARE(progress.tokensTotal, 300);
    }

    void figuresWithoutSamplesAreUnset()
    {
        KeepingObserver observer;
        const auto one = session_->generate(greedyRequest(someIds(5, kVocabulary), 1), observer, {});
        QVERIFY(one.timings.firstTokenMs.has_value());
        QVERIFY(!one.timings.decodeTokensPerSecond.has_value());
        const auto none = session_->generate(greedyRequest(someIds(5, kVocabulary), 0), observer, {});
        QVERIFY(!none.timings.firstTokenMs.has_value());
    }

    void everyInstructionSetGivesTheSameGreedyTokens()
    {
        KeepingObserver observer;
        const auto here = session_->generate(greedyRequest(someIds(20, kVocabulary), 20), observer, {});
        qputenv("MORU_ISA", "scalar");
        const auto scalar = model_->session({ .contextLength = 64 });
        qunsetenv("MORU_ISA");
        QVERIFY(scalar);
        QCOMPARE(scalar->generate(greedyRequest(someIds(20, kVocabulary), 20), observer, {}).ids, here.ids);
    }

    void threadsDoNotChangeTheTokens()
    {
        KeepingObserver observer;
        const auto two = model_->session({ .threadCount = 2, .contextLength = 64 });
        const auto five = model_->session({ .threadCount = 5, .contextLength = 64 });
        const auto request = greedyRequest(someIds(20, kVocabulary), 20);
        QCOMPARE(two->generate(request, observer, {}).ids, five->generate(request, observer, {}).ids);
    }

private:
    std::unique_ptr<TinyModel> model_;
    std::unique_ptr<InferenceSession> session_;
};

MORU_TEST(GeneratingAnswers)

} // namespace moru

#include "generation_test.moc"
