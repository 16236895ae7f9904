#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <cmath>

namespace moru {

namespace {

using test::someIds;
using Model = std::shared_ptr<const LoadedModel>;

/// The miniature checkpoints of every family.
struct Golden {
    const char* folder;
    double sensitivity = 1; ///< How much more the same rounding moves this one's logits.
};
constexpr Golden kGoldens[]
    = { { "gemma/round" }, { "gemma/odd" }, { "gemma2/round" }, { "gemma2/odd" }, { "gemma3/text_round" },
          { "gemma3/text_odd" }, { "llama/round" }, { "llama/odd_untied" }, { "qwen2/round" },
          { "qwen2/odd" }, { "qwen3/round" }, { "qwen3/odd" }, { "qwen3_5/round" }, { "qwen3_5/odd", 4 } };

constexpr int kTextTokens = 150; // more than one chunk

/// Loads as a model above a billion numbers does: its bars, and in prefill inputs of 8 bits.
const QuantisationRules kLargeModel { .smallModelNumbers = 0 };

/// A precision as models of one size have it, and what it may cost the miniatures, as mean KL. Their weights
/// are random, not made of 4 bits as those of the real models, their logits far apart, and a hundred columns
/// average out little: real models lose a tenth of it. Models of nothing but noise differ by 5 and more.
struct Path {
    const char* name;
    Precision precision;
    QuantisationRules rules;
    double bar; ///< Against exact.
    double cutBar; ///< Against itself, the prompt cut differently.
};
const Path kPaths[] = {
    { "int8", Precision::Int8, {}, 0.01, 2e-5 },
    { "int8 of large models", Precision::Int8, kLargeModel, 0.02, 0.002 },
    { "int4", Precision::Int4, {}, 0.012, 2e-5 },
    { "int4 of large models", Precision::Int4, kLargeModel, 0.9, 0.01 },
};

} // namespace

class Damage final : public QObject {
    Q_OBJECT
private slots:
    void staysUnderItsBarInEveryFamily_data() { addRows(); }
    void staysUnderItsBarInEveryFamily()
    {
        MORU_NEED_SHARED();
        const Path& path = this->path();
        const auto models = load(*shared, path);
        const auto damage = measureDamage(models.exact, models.quantised, models.ids,
            { .chunkSizes = { 0, kDecodingTokens }, .byLayer = true }, {});
        QVERIFY(damage.has_value());
        const LogitsComparison& prompts = damage->logits[0];
        const LogitsComparison& answers = damage->logits[1];
        QVERIFY(prompts.meanKl > 0 && answers.meanKl > 0); // something was quantised
        QVERIFY2(prompts.meanKl <= sensitivity() * path.bar, qPrintable(QString::number(prompts.meanKl)));
        QVERIFY2(answers.meanKl <= sensitivity() * path.bar, qPrintable(QString::number(answers.meanKl)));
        QCOMPARE(damage->layerErrors.size(), std::size_t(models.exact->description().layerCount));
        QVERIFY(std::ranges::all_of(damage->layerErrors, [](double e) { return e > 0 && e < 1; }));
    }

    /// How a prompt is cut changes the order in which attention and recurrence add, and with it now and then
    /// how an input is rounded: to one of 65,000 steps, or of 255.
    void isTheSameHoweverAPromptIsCut_data() { addRows(); }
    void isTheSameHoweverAPromptIsCut()
    {
        MORU_NEED_SHARED();
        const Path& path = this->path();
        const auto models = load(*shared, path);
        const auto chunks = measureDamage(
            models.quantised, models.quantised, models.ids, { .chunkSizes = { 0, 5, 32, 64 } }, {});
        QVERIFY(chunks.has_value());
        QVERIFY(std::abs(chunks->logits[0].meanKl) < 1e-12);
        for (const LogitsComparison& chunk : chunks->logits)
            QVERIFY2(chunk.meanKl <= sensitivity() * path.cutBar, qPrintable(QString::number(chunk.meanKl)));
    }

    /// In small models both have 16 bits and compute the same; in large ones 8 bits in prompts cost
    /// something.
    void hasEightBitInputsInPromptsOfLargeModelsAlone_data() { addRows(); }
    void hasEightBitInputsInPromptsOfLargeModelsAlone()
    {
        MORU_NEED_SHARED();
        const Path& path = this->path();
        const auto models = load(*shared, path);
        const auto answers = measureDamage(
            models.quantised, models.quantised, models.ids, { .chunkSizes = { kDecodingTokens } }, {});
        QVERIFY(answers.has_value());
        const double difference = answers->logits[0].meanKl;
        const bool isLarge = path.rules.smallModelNumbers == 0;
        QVERIFY2(isLarge == (difference > 2e-5 * sensitivity()), qPrintable(QString::number(difference)));
    }

private:
    struct Models {
        Model exact;
        Model quantised;
        std::vector<TokenId> ids;
    };

    static void addRows()
    {
        QTest::addColumn<QString>("golden");
        QTest::addColumn<double>("sensitivity");
        QTest::addColumn<int>("path");
        for (const Golden& golden : kGoldens) {
            for (int path = 0; path < int(std::size(kPaths)); ++path)
                QTest::addRow("%s, %s", golden.folder, kPaths[path].name)
                    << golden.folder << golden.sensitivity << path;
        }
    }
    static double sensitivity()
    {
        QFETCH(double, sensitivity);
        return sensitivity;
    }
    static const Path& path()
    {
        QFETCH(int, path);
        return kPaths[path];
    }
    static Models load(const std::filesystem::path& shared, const Path& path)
    {
        QFETCH(QString, golden);
        const auto folder = shared / "goldens/models" / golden.toStdString();
        const auto loaded = [&](const LoadOptions& options) {
            const auto model = loadModel(folder, options, {}, {});
            if (!model)
                qFatal("%s", describe(model.error()).c_str());
            return *model;
        };
        Models models { loaded({ .precision = Precision::Exact, .contextLength = 512 }),
            loaded({ .precision = path.precision, .contextLength = 512, .rules = path.rules }), {} };
        models.ids = someIds(kTextTokens, models.exact->description().vocabularySize);
        return models;
    }
};

MORU_TEST(Damage)

} // namespace moru

#include "damage_test.moc"
