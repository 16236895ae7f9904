#include "tests/session/silent_observer.h"
#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <cmath>

namespace moru {

namespace {

using test::greedyRequest;
using test::KeepingObserver;
using test::largestDifference;
using test::someIds;
using test::TinyModel;

constexpr int kVocabulary = 131; // more than two panels of rows, and not a multiple of one

/// Rows and columns that no block divides: panels, groups and tails are all met.
void makeOdd(nlohmann::json& config)
{
    config["vocab_size"] = kVocabulary;
    config["hidden_size"] = 150;
    config["intermediate_size"] = 200;
    config["head_dim"] = 40;
}

std::vector<float> lastLogits(InferenceSession& session, const std::vector<TokenId>& ids, int chunkSize)
{
    ForwardRequest request;
    request.ids = ids;
    request.chunkSize = chunkSize;
    const auto result = session.forward(request, {});
    return result ? result->tensors.back().values : std::vector<float>();
}

float spreadOf(std::span<const float> values)
{
    const auto [least, most] = std::ranges::minmax_element(values);
    return *most - *least;
}

} // namespace

class QuantisedModels final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("family");
        for (const std::string& family : TinyModel::families())
            QTest::newRow(family.c_str()) << QString::fromStdString(family);
    }

    void init()
    {
        QFETCH_GLOBAL(QString, family);
        model_ = std::make_unique<TinyModel>(family.toStdString(), makeOdd);
        exact_ = model_->session({ .precision = Precision::Exact, .contextLength = 512 });
        QVERIFY(exact_);
    }

    /// What is left is the rounding of weights and of activations, one part in a hundred of the logits'
    /// spread; a wrong scale, sum or rotation anywhere gives other logits altogether.
    void computeWhatTheExactModelComputes_data()
    {
        QTest::addColumn<int>("precision");
        QTest::addColumn<int>("weights");
        QTest::addColumn<double>("share"); // of the logits' spread
        QTest::newRow("int8") << int(Precision::Int8) << int(test::TinyWeights::Int8Exact) << 0.03;
        QTest::newRow("int4") << int(Precision::Int4) << int(test::TinyWeights::Int4Exact) << 0.1;
    }
    void computeWhatTheExactModelComputes()
    {
        QFETCH_GLOBAL(QString, family);
        QFETCH(int, precision);
        QFETCH(int, weights);
        QFETCH(double, share);
        const TinyModel model(family.toStdString(), makeOdd, test::TinyWeights(weights));
        const auto exact = model.session({ .precision = Precision::Exact, .contextLength = 512 });
        const auto session = model.session({ .precision = Precision(precision), .contextLength = 512 });
        QVERIFY(exact && session);
        const std::vector<TokenId> ids = someIds(40, kVocabulary);
        const std::vector<float> expected = lastLogits(*exact, ids, 0);
        const float difference = largestDifference(expected, lastLogits(*session, ids, 0));
        QVERIFY2(double(difference) <= share * double(spreadOf(expected)),
            qPrintable(QStringLiteral("%1 of %2").arg(double(difference)).arg(double(spreadOf(expected)))));
        QVERIFY(difference > 0); // something was quantised
    }

    void giveTheSameLogitsInAnyChunks()
    {
        const std::vector<TokenId> ids = someIds(60, kVocabulary);
        // Products are exact in integers; what differs is attention's and the recurrence's order of adding
        // floats, which may turn an activation's rounding.
        const auto int8 = model_->session({ .precision = Precision::Int8, .contextLength = 512 });
        const std::vector<float> whole = lastLogits(*int8, ids, 60);
        QVERIFY(!whole.empty());
        for (const int chunk : { 1, 7, 32 })
            QVERIFY(largestDifference(whole, lastLogits(*int8, ids, chunk)) <= 0.02F * spreadOf(whole));
        // Few tokens have 16 bits where many have 8 in large models.
        const auto int4 = model_->session(
            { .precision = Precision::Int4, .contextLength = 512, .rules = { .smallModelNumbers = 0 } });
        const std::vector<float> narrow = lastLogits(*int4, ids, 60);
        for (const int chunk : { 1, 4 }) {
            const float difference = largestDifference(narrow, lastLogits(*int4, ids, chunk));
            QVERIFY(difference > 0 && difference <= 0.25F * spreadOf(narrow));
        }
    }

    void reuseAPrefixLikeAnyOther()
    {
        const auto session = model_->session({ .precision = Precision::Int8, .contextLength = 512 });
        KeepingObserver observer;
        const auto first = session->generate(greedyRequest(someIds(50, kVocabulary), 12), observer, {});
        const auto again = session->generate(greedyRequest(someIds(50, kVocabulary), 12), observer, {});
        QCOMPARE(again.reusedTokens, 49);
        QCOMPARE(again.ids, first.ids);
    }

    void needTheMemoryThatWasPredicted()
    {
        for (const Precision precision : { Precision::Exact, Precision::Int8, Precision::Int4 }) {
            const LoadOptions options { .precision = precision, .contextLength = 512 };
            const auto description = describeModel(model_->folder());
            QVERIFY(description.has_value());
            const auto loaded = model_->load(options);
            // What is measured may be better than what was feared.
            const auto predicted = predictMemory(*description, options).weightsBytes;
            const auto used = loaded->memory().weightsBytes;
            QVERIFY(used <= predicted && (precision == Precision::Int4 || used * 20 >= predicted * 19));
        }
    }

    /// However careful a load becomes: with a large model's first formats, with lower bars, and with the
    /// last.
    void needNoMoreThanTheSafestFormatsThatWerePredicted()
    {
        const auto description = describeModel(model_->folder());
        QVERIFY(description.has_value());
        for (const Precision precision : { Precision::Exact, Precision::Int8, Precision::Int4 }) {
            LoadOptions options { .precision = precision, .contextLength = 512 };
            const MemoryUse predicted = predictMemory(*description, options);
            const std::uint64_t most = predicted.weightsBytes + predicted.saferWeightsBytes;
            for (const std::int64_t smallModelNumbers : { std::int64_t { 0 }, std::int64_t { 1 } << 40 }) {
                for (const double bar : { 0.0, 1e9 }) {
                    options.rules = { .smallModelNumbers = smallModelNumbers,
                        .meanKlBar = bar,
                        .checkIds = someIds(32, kVocabulary) };
                    const auto loaded = model_->load(options);
                    QVERIFY(loaded);
                    const MemoryUse used = loaded->memory();
                    QVERIFY(used.weightsBytes <= most);
                    QVERIFY(used.totalBytes() <= predicted.totalBytes() + predicted.saferWeightsBytes);
                    if (bar == 0
                        && precision != Precision::Exact) // all in the safest format: the bound itself
                        QCOMPARE(used.weightsBytes, most);
                }
            }
        }
    }

    /// Large models are predicted in the formats that they will most likely have.
    void tellWhatSaferFormatsMayAdd()
    {
        auto description = describeModel(model_->folder());
        QVERIFY(description.has_value());
        const auto int4 = std::size_t(Precision::Int4);
        description->loadedWeightBytes[int4] = description->safestWeightBytes[int4] / 2;
        const MemoryUse predicted
            = predictMemory(*description, { .precision = Precision::Int4, .contextLength = 512 });
        QCOMPARE(predicted.weightsBytes + predicted.saferWeightsBytes, description->safestWeightBytes[int4]);
        QVERIFY(predicted.saferWeightsBytes > 0);
        const auto loaded = model_->load({ .precision = Precision::Int4, .contextLength = 512 });
        QCOMPARE(loaded->memory().saferWeightsBytes, std::uint64_t { 0 }); // measured
    }

    /// A comparison scheme keeps float32 copies, however few bits they stand for.
    void needTheMemoryThatWasPredictedUnderEveryScheme()
    {
        using Scales = ComparisonScheme::Scales;
        const auto description = describeModel(model_->folder());
        QVERIFY(description.has_value());
        for (const Precision precision : { Precision::Int8, Precision::Int4 }) {
            for (const Scales scales : { Scales::PerTensor, Scales::PerChannel, Scales::Group }) {
                for (const bool handlesOutliers : { true, false }) {
                    const LoadOptions options { .precision = precision,
                        .contextLength = 512,
                        .scheme = ComparisonScheme { scales, handlesOutliers } };
                    const auto loaded = model_->load(options);
                    QVERIFY(loaded);
                    const MemoryUse predicted = predictMemory(*description, options);
                    QCOMPARE(loaded->memory().weightsBytes, predicted.weightsBytes);
                    QVERIFY(loaded->memory().activationsBytes <= predicted.activationsBytes);
                }
            }
        }
        // The files have two bytes a weight.
        const LoadOptions exact { .precision = Precision::Exact, .contextLength = 512 };
        LoadOptions rounded { .precision = Precision::Int4, .contextLength = 512 };
        rounded.scheme = ComparisonScheme {};
        QVERIFY(2 * predictMemory(*description, rounded).weightsBytes
            > 3 * predictMemory(*description, exact).weightsBytes);
    }

    void predictTheBuffersOfAsManyThreadsAsWereAskedFor()
    {
        const auto description = describeModel(model_->folder());
        QVERIFY(description.has_value());
        const auto buffers = [&](const LoadOptions& options, bool isLoaded) {
            return isLoaded ? model_->load(options)->memory().activationsBytes
                            : predictMemory(*description, options).activationsBytes;
        };
        for (const Precision precision : { Precision::Exact, Precision::Int8, Precision::Int4 }) {
            for (const int threads : { 0, 1, 2, 9 }) {
                const LoadOptions options { .precision = precision, .threadCount = threads };
                QVERIFY(buffers(options, true) <= buffers(options, false));
            }
            const LoadOptions one { .precision = precision, .threadCount = 1 };
            const LoadOptions nine { .precision = precision, .threadCount = 9 };
            QVERIFY(buffers(nine, false) > buffers(one, false));
            QVERIFY(buffers(nine, true) > buffers(one, true));
            QVERIFY(buffers(nine, false) < 3 * buffers(nine, true));
        }
    }

    void keepTheirCacheInTheFormatThatWasAskedFor()
    {
        const auto description = describeModel(model_->folder());
        const auto cacheBytes = [&](LoadOptions options) {
            const std::uint64_t bytes = predictMemory(*description, options).kvCacheBytes;
            const auto loaded = model_->load(options);
            return loaded->memory().kvCacheBytes == bytes ? bytes : 0;
        };
        // What must equal the reference keeps what it computed.
        const std::uint64_t exact = cacheBytes({ .precision = Precision::Exact, .contextLength = 512 });
        QVERIFY(exact > 0);
        QCOMPARE(
            cacheBytes({ .precision = Precision::Int8, .contextLength = 512, .kvFormat = KvFormat::Float32 }),
            exact);
        const std::uint64_t bf16 = cacheBytes(
            { .precision = Precision::Exact, .contextLength = 512, .kvFormat = KvFormat::Bfloat16 });
        const std::uint64_t int8
            = cacheBytes({ .precision = Precision::Exact, .contextLength = 512, .kvFormat = KvFormat::Int8 });
        QVERIFY(int8 > 0 && int8 < bf16 && bf16 < exact);
    }

    void compareWithTheirReference()
    {
        const std::vector<TokenId> ids = someIds(200, kVocabulary);
        const auto exact = model_->load({ .precision = Precision::Exact, .contextLength = 512 });
        const auto int8 = model_->load({ .precision = Precision::Int8, .contextLength = 512 });
        const auto itself = compareModels(exact, exact, ids, {});
        QVERIFY(itself.has_value());
        QVERIFY(std::abs(itself->meanKl) < 1e-12);
        QCOMPARE(itself->topAgreement, 1.0);
        QCOMPARE(itself->perplexity, itself->referencePerplexity);
        const auto damage = compareModels(exact, int8, ids, {});
        QVERIFY(damage->meanKl > 0 && damage->meanKl < 0.1);
        QVERIFY(damage->p99Kl >= damage->meanKl);
        QCOMPARE(damage->tokenCount, 200);
    }

private:
    std::unique_ptr<TinyModel> model_;
    std::unique_ptr<InferenceSession> exact_;
};

MORU_TEST(QuantisedModels)

} // namespace moru

#include "precision_test.moc"
