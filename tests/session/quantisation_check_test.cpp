#include "tests/session/rewrite_tensor.h"
#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"
#include "tests/tokenizer/tiny_tokenizer.h"

#include <algorithm>
#include <fstream>

namespace moru {

namespace {

using test::someIds;
using test::TinyModel;

constexpr int kVocabulary = 128;

void makeLarge(nlohmann::json& config)
{
    config["hidden_size"] = 256;
    config["intermediate_size"] = 256;
    config["vocab_size"] = kVocabulary;
}

/// A large model's rules, checked on ids, as the model has no tokenizer.
LoadOptions checked(Precision precision, std::optional<double> bar)
{
    return { .precision = precision,
        .contextLength = 512,
        .rules = { .smallModelNumbers = 0, .meanKlBar = bar, .checkIds = someIds(64, kVocabulary) } };
}

constexpr double kNoBar = 1e9;

/// A model with a token for every byte, which finds lower-case letters and spaces likely, whatever came
/// before: or as unlikely. The first column of every embedding is large, and the head reads from it; the
/// other columns are random, and so is what layers make of them.
TinyModel readingModel(bool findsTextLikely)
{
    TinyModel model("llama", [](nlohmann::json& config) {
        makeLarge(config);
        config["vocab_size"] = 256;
        config["tie_word_embeddings"] = false;
    });
    const auto noise
        = [](std::int64_t r, std::int64_t k) { return someIds(1, 2001, unsigned(r * 256 + k))[0]; };
    test::rewriteTensor(model, "model.embed_tokens.weight",
        [&](std::int64_t r, std::int64_t k) { return k == 0 ? 8.0F : 0.001F * float(noise(r, k) - 1000); });
    test::rewriteTensor(model, "lm_head.weight", [&](std::int64_t r, std::int64_t k) {
        const bool isLikely = r == ' ' || (r >= 'a' && r <= 'z');
        return k == 0 ? (isLikely == findsTextLikely ? 0.4F : -0.4F) : 0.0001F * float(noise(r, k) - 1000);
    });
    std::ofstream(model.folder() / "tokenizer.json") << test::tinyByteLevel().dump();
    return model;
}

/// A large model's rules and the engine's own text.
LoadOptions reading(Precision precision, double bar)
{
    return {
        .precision = precision, .contextLength = 512, .rules = { .smallModelNumbers = 0, .meanKlBar = bar }
    };
}

std::vector<std::string> formatsOf(const LoadedModel& model)
{
    std::vector<std::string> formats;
    for (const WeightReport& report : model.weightReports())
        formats.push_back(report.format);
    return formats;
}

} // namespace

class CheckAfterQuantising final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase_data()
    {
        QTest::addColumn<int>("precision");
        QTest::newRow("int8") << int(Precision::Int8);
        QTest::newRow("int4") << int(Precision::Int4);
    }
    void init()
    {
        QFETCH_GLOBAL(int, precision);
        precision_ = Precision(precision);
    }

    void leavesAModelWithinItsBarAlone()
    {
        const TinyModel model("llama", makeLarge);
        const QuantisationCheck check = model.load(checked(precision_, kNoBar))->quantisationCheck();
        QCOMPARE(check.tokenCount, 64);
        QCOMPARE(check.care, std::string("fast"));
        QVERIFY(!check.isSafer && check.meanKl > 0);
    }

    void measuresWhatACompleteComparisonDoes()
    {
        const TinyModel model("qwen3_5", makeLarge);
        const auto quantised = model.load(checked(precision_, kNoBar));
        const auto exact = model.load({ .precision = Precision::Exact,
            .contextLength = 512,
            .kvFormat = quantised->options().kvFormat });
        const auto damage = compareModels(exact, quantised, someIds(64, kVocabulary), {});
        QVERIFY(damage.has_value());
        const double measured = quantised->quantisationCheck().meanKl;
        // The head is left out of the check.
        QVERIFY2(measured > 0.7 * damage->meanKl && measured < 1.4 * damage->meanKl,
            qPrintable(QStringLiteral("%1 %2").arg(measured).arg(damage->meanKl)));
    }

    void makesAModelBeyondItsBarMoreCareful()
    {
        const TinyModel model("llama", makeLarge);
        const double fast = model.load(checked(precision_, kNoBar))->quantisationCheck().meanKl;
        const auto safer = model.load(checked(precision_, 0.999 * fast));
        const QuantisationCheck check = safer->quantisationCheck();
        QVERIFY(check.isSafer && check.care != "fast");
        QVERIFY(check.meanKl <= check.bar);
    }

    void endsWithEightBitsInSmallGroupsAndSaysThatItIsBeyond()
    {
        const TinyModel model("llama", makeLarge);
        const auto loaded = model.load(checked(precision_, 0.0));
        const QuantisationCheck check = loaded->quantisationCheck();
        QCOMPARE(check.care, std::string("small groups"));
        QVERIFY(check.isSafer && check.meanKl > check.bar);
        for (const WeightReport& report : loaded->weightReports()) // keys and values are less than a panel
            QVERIFY(report.format == "INT8/32" || report.format == "BF16");
        const auto damage
            = compareModels(model.load({ .contextLength = 512 }), loaded, someIds(100, kVocabulary), {});
        QVERIFY(damage->meanKl < 0.01); // what was packed again is what runs
    }

    void isAnErrorWhereSaferFormatsDoNotFitIntoMemory()
    {
        const TinyModel model("llama", makeLarge);
        LoadOptions options = checked(precision_, 0.0);
        const MemoryUse use = predictMemory(*describeModel(model.folder()), options);
        const std::uint64_t most = use.totalBytes() + use.saferWeightsBytes;
        options.rules.availableBytes = most;
        QVERIFY(loadModel(model.folder(), options, {}, {}).has_value());
        options.rules.availableBytes = most - 1;
        const auto loaded = loadModel(model.folder(), options, {}, {});
        QVERIFY(!loaded.has_value());
        QCOMPARE(loaded.error().code, ErrorCode::NotEnoughMemory);
        QVERIFY(loaded.error().message.find("safer formats") != std::string::npos);
        options.ignoreMemoryLimit = true;
        QVERIFY(loadModel(model.folder(), options, {}, {}).has_value());
    }

    void givesAModelThatPredictsWellAndIsDamagedSaferFormats()
    {
        const TinyModel model = readingModel(true);
        const QuantisationCheck fast = model.load(reading(precision_, kNoBar))->quantisationCheck();
        QCOMPARE(fast.tokenCount, 64);
        QCOMPARE(fast.care, std::string("fast"));
        const auto safer = model.load(reading(precision_, fast.meanKl / 2));
        const QuantisationCheck check = safer->quantisationCheck();
        QVERIFY(check.isSafer && check.care != "fast");
        QVERIFY2(check.meanKl <= fast.meanKl / 2, qPrintable(QString::number(check.meanKl / fast.meanKl)));
    }

    /// Random weights turn any rounding into another answer, and no format could help.
    void leavesAModelThatPredictsWorseThanChanceAlone()
    {
        const TinyModel model = readingModel(false);
        const auto loaded = model.load(reading(precision_, 0.0));
        QCOMPARE(loaded->quantisationCheck().tokenCount, 0);
        QVERIFY(!loaded->quantisationCheck().isSafer);
        // On ids of the caller's own it is checked, so it was chance that spared it.
        LoadOptions asked = reading(precision_, 0.0);
        asked.rules.checkIds = someIds(64, 256);
        const auto safer = model.load(asked);
        QVERIFY(safer->quantisationCheck().isSafer);
        QVERIFY(formatsOf(*loaded) != formatsOf(*safer));
    }

    /// Sums beyond what floats hold, in every format.
    void refusesAModelWhoseLogitsAreNoNumbers()
    {
        const TinyModel model("llama", makeLarge);
        test::rewriteTensor(model, "model.layers.0.self_attn.o_proj.weight",
            [](std::int64_t r, std::int64_t) { return r % 2 == 0 ? 3e38F : -3e38F; });
        const auto loaded = loadModel(model.folder(), checked(precision_, 0.01), {}, {});
        QVERIFY(!loaded.has_value());
        QCOMPARE(loaded.error().code, ErrorCode::NotFinite);
    }

    void isNotMadeWithoutIdsOrQuantising()
    {
        const TinyModel model("llama", makeLarge);
        QCOMPARE(model.load({ .precision = precision_ })->quantisationCheck().tokenCount, 0);
        QCOMPARE(model.load(checked(Precision::Exact, 0.0))->quantisationCheck().tokenCount, 0);
    }

private:
    Precision precision_ = Precision::Int8;
};

MORU_TEST(CheckAfterQuantising)

} // namespace moru

#include "quantisation_check_test.moc"
