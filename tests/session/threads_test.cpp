#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"

#include <cstring>

namespace moru {

namespace {

using test::someIds;
using test::TinyModel;

constexpr int kVocabulary = 61;

/// Heads of whole panels, so that packed projections can be divided by heads.
void wideHeads(nlohmann::json& config)
{
    config["hidden_size"] = 128;
    config["intermediate_size"] = 192;
    config["head_dim"] = 64;
    config["linear_key_head_dim"] = 64;
    config["linear_value_head_dim"] = 64;
}

/// Logits of every position; few rows a pass for small chunks, many for large ones.
std::vector<float> allLogits(
    const TinyModel& model, Precision precision, int threads, int chunkSize, int tokens = 24)
{
    const auto session
        = model.session({ .precision = precision, .threadCount = threads, .contextLength = tokens + 40 });
    if (!session)
        return {};
    ForwardRequest request;
    request.ids = someIds(tokens, kVocabulary);
    request.chunkSize = chunkSize;
    for (int position = 0; position < tokens; ++position)
        request.positions.push_back(position);
    const auto result = session->forward(request, {});
    return result ? result->tensors.back().values : std::vector<float>();
}

} // namespace

/// How the work is divided never shows in the result.
class Threads final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("family");
        for (const std::string& family : TinyModel::families())
            QTest::newRow(family.c_str()) << QString::fromStdString(family);
    }

    /// One, two: their number divides the key/value heads; three, five: it does not.
    void doNotChangeABit_data()
    {
        QTest::addColumn<int>("precision");
        QTest::addColumn<int>("chunk");
        for (const int chunk : { 1, 20 }) {
            QTest::addRow("exact, chunks of %d", chunk) << int(Precision::Exact) << chunk;
            QTest::addRow("int8, chunks of %d", chunk) << int(Precision::Int8) << chunk;
        }
    }
    void doNotChangeABit()
    {
        QFETCH_GLOBAL(QString, family);
        QFETCH(int, precision);
        QFETCH(int, chunk);
        const TinyModel model(family.toStdString(), wideHeads);
        const std::vector<float> one = allLogits(model, Precision(precision), 1, chunk);
        QCOMPARE(one.size(), std::size_t(24 * kVocabulary));
        for (const int threads : { 2, 3, 5 }) {
            const std::vector<float> several = allLogits(model, Precision(precision), threads, chunk);
            QCOMPARE(several.size(), one.size());
            QCOMPARE(std::memcmp(several.data(), one.data(), one.size() * sizeof(float)), 0);
        }
    }

    /// One key/value head cannot be shared out.
    void mayBeMoreThanTheHeads()
    {
        QFETCH_GLOBAL(QString, family);
        const TinyModel model(family.toStdString(), [](nlohmann::json& config) {
            wideHeads(config);
            config["num_key_value_heads"] = 1;
        });
        for (const Precision precision : { Precision::Exact, Precision::Int8 }) {
            const std::vector<float> one = allLogits(model, precision, 1, 1);
            QCOMPARE(one.size(), std::size_t(24 * kVocabulary));
            QVERIFY(allLogits(model, precision, 2, 1) == one);
            QVERIFY(allLogits(model, precision, 7, 1) == one);
        }
    }

    /// Then several share one head's positions.
    void mayBeMoreThanTheHeadsOfALongContext()
    {
        QFETCH_GLOBAL(QString, family);
        const TinyModel model(family.toStdString(), [](nlohmann::json& config) {
            wideHeads(config);
            config["num_key_value_heads"] = 1;
        });
        constexpr int kTokens = 1100;
        const std::vector<float> inOnePart = allLogits(model, Precision::Int8, 1, 4, kTokens);
        QCOMPARE(inOnePart.size(), std::size_t(kTokens * kVocabulary));
        QVERIFY(allLogits(model, Precision::Int8, 2, 4, kTokens) == inOnePart); // by query heads
        QVERIFY(allLogits(model, Precision::Int8, 3, 4, kTokens) == inOnePart);
        QVERIFY(allLogits(model, Precision::Int8, 7, 4, kTokens) == inOnePart);
    }
};

MORU_TEST(Threads)

} // namespace moru

#include "threads_test.moc"
