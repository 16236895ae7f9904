#include "engine/core/mapped_file.h"
#include "engine/session/sequence_runner.h"
#include "tests/session/rewrite_tensor.h"
#include "tests/session/silent_observer.h"
#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"

#include <csignal>
#include <limits>

namespace moru {

namespace {

using test::greedyRequest;
using test::KeepingObserver;
using test::rewriteTensor;
using test::someIds;
using test::TinyModel;

constexpr int kVocabulary = 61;

/// Moru's own SIGBUS handler, taken before Qt Test puts one above it that ends the program.
const struct sigaction guardAction = [] {
    static_cast<void>(MappedFile::open("/proc/self/exe"));
    struct sigaction action {};
    ::sigaction(SIGBUS, nullptr, &action);
    return action;
}();

} // namespace

class SessionErrors final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QCOMPARE(::sigaction(SIGBUS, &guardAction, nullptr), 0); }

    void refusesAnIdBeyondTheEmbedding()
    {
        const TinyModel model("gemma");
        const auto session = model.session();
        for (const TokenId id : { -1, kVocabulary, 1 << 30 }) {
            ForwardRequest request;
            request.ids = { 1, id };
            const auto result = session->forward(request, {});
            QVERIFY(!result);
            QCOMPARE(result.error().code, ErrorCode::TokenOutOfRange);
        }
    }

    /// What closes a thinking block is not chosen from logits.
    void refusesAnIdBeyondTheEmbeddingWhileDecoding()
    {
        const TinyModel model("gemma");
        const auto loaded = std::static_pointer_cast<const LoadedModelImplementation>(model.load());
        ThreadPool pool(1);
        auto runner = SequenceRunner::create(*loaded, loaded->program(), pool, 8, 32);
        QVERIFY(runner.has_value());
        for (const TokenId id : { -1, kVocabulary, 1 << 22 }) {
            const auto entered = (*runner)->enterToken(id);
            QVERIFY(!entered);
            QCOMPARE(entered.error().code, ErrorCode::TokenOutOfRange);
        }
        QVERIFY((*runner)->enterToken(kVocabulary - 1).has_value());
    }

    void refusesAnEmptyPrompt()
    {
        const TinyModel model("gemma");
        KeepingObserver observer;
        const auto result = model.session()->generate(greedyRequest({}, 4), observer, {});
        QCOMPARE(result.error->code, ErrorCode::InvalidRequest);
    }

    void textNeedsATokenizer()
    {
        const TinyModel model("llama");
        GenerationRequest request = greedyRequest({}, 4);
        request.prompt = TextPrompt { "hello" };
        KeepingObserver observer;
        const auto result = model.session()->generate(request, observer, {});
        QCOMPARE(result.error->code, ErrorCode::MissingTokenizer);
    }

    void resultsThatAreNoNumbersAreSaidToBe()
    {
        const TinyModel model("llama");
        rewriteTensor(model, "model.layers.1.self_attn.o_proj.weight",
            [](std::int64_t, std::int64_t) { return std::numeric_limits<float>::quiet_NaN(); });
        KeepingObserver observer;
        const auto result = model.session()->generate(greedyRequest({ 1, 2, 3 }, 4), observer, {});
        QVERIFY(result.error.has_value());
        QCOMPARE(result.error->code, ErrorCode::NotFinite);
    }

    void saysWhatMemoryIsNeededAndWhatIsThere()
    {
        // Enough layers of keys and values for a context that no machine holds.
        const TinyModel model(
            "llama", [](nlohmann::json& config) { config["max_position_embeddings"] = 1 << 26; });
        const auto loaded = loadModel(model.folder(), { .contextLength = 1 << 26 }, {}, {});
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().code, ErrorCode::NotEnoughMemory);
        QVERIFY(loaded.error().message.find("GiB are available") != std::string::npos);
    }

    void aFileThatShrinksInUseIsAnError()
    {
        const TinyModel model("llama");
        const auto session = model.session();
        KeepingObserver observer;
        QVERIFY(!session->generate(greedyRequest(someIds(5, kVocabulary), 4), observer, {}).error);
        std::filesystem::resize_file(model.weightsFile(), 64);
        const auto result = session->generate(greedyRequest(someIds(6, kVocabulary, 9), 4), observer, {});
        QCOMPARE(result.stopReason, StopReason::Error);
        QCOMPARE(result.error->code, ErrorCode::FileChanged);
        QVERIFY(describe(*result.error).find("model.safetensors") != std::string::npos);
    }

    void loadingCanBeCancelled()
    {
        const TinyModel model("llama");
        std::stop_source stop;
        const auto loaded = loadModel(
            model.folder(), {},
            [&](const LoadProgress& progress) {
                if (progress.phase == LoadPhase::ReadWeights)
                    stop.request_stop();
            },
            stop.get_token());
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().code, ErrorCode::Cancelled);
    }

    void progressReachesTheWholeOfTheWeights()
    {
        const TinyModel model("llama");
        std::uint64_t last = 0;
        std::uint64_t total = 0;
        const auto loaded = loadModel(model.folder(), {},
            [&](const LoadProgress& progress) {
                if (progress.phase != LoadPhase::ReadWeights)
                    return;
                QVERIFY(progress.bytesDone >= last);
                last = progress.bytesDone;
                total = progress.bytesTotal;
            },
            {});
        QVERIFY(loaded.has_value());
        QCOMPARE(last, total);
        QCOMPARE(total, (*loaded)->description().weightBytes);
    }

    void refusesPrecisionsThatDoNotExist()
    {
        QCOMPARE(parsePrecision("fast").error().code, ErrorCode::InvalidSetting);
        QCOMPARE(parseKvFormat("f16").error().code, ErrorCode::InvalidSetting);
        for (const KvFormat format : { KvFormat::Float32, KvFormat::Bfloat16, KvFormat::Int8 })
            QVERIFY(*parseKvFormat(kvFormatName(format)) == format);
        for (const Precision precision : { Precision::Exact, Precision::Int8, Precision::Int4 })
            QVERIFY(*parsePrecision(precisionName(precision)) == precision);
    }
};

MORU_TEST(SessionErrors)

} // namespace moru

#include "session_errors_test.moc"
