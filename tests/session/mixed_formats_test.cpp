#include "tests/session/rewrite_tensor.h"
#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moru {

namespace {

using test::rewriteTensor;
using test::TinyModel;

constexpr const char* kTamed = "model.layers.0.mlp.up_proj.weight";
constexpr const char* kPlanted = "model.layers.0.mlp.gate_proj.weight";

/// Rows and columns in whole panels and blocks.
void makeLarge(nlohmann::json& config)
{
    config["hidden_size"] = 256;
    config["intermediate_size"] = 256;
    config["vocab_size"] = 128;
}

WeightReport reportOf(const LoadedModel& model, const std::string& tensor)
{
    for (const WeightReport& report : model.weightReports()) {
        if (report.tensor == tensor)
            return report;
    }
    return {};
}

/// Numbers of about the same size, in no order.
float tame(std::int64_t row, std::int64_t column)
{
    const double angle = double(row * 256 + column) * 1.7;
    return float(0.01 * (std::sin(angle) + std::sin(angle * 1.618)));
}

} // namespace

class MixedFormats final : public QObject {
    Q_OBJECT
private slots:
    void aTensorWithOutliersGetsTheSaferFormatAndATameOneDoesNot_data()
    {
        QTest::addColumn<int>("precision");
        QTest::addColumn<QString>("own");
        QTest::addColumn<QString>("safer");
        QTest::newRow("int8") << int(Precision::Int8) << "INT8" << "INT8/32";
        QTest::newRow("int4") << int(Precision::Int4) << "INT4" << "INT8/32";
    }
    void aTensorWithOutliersGetsTheSaferFormatAndATameOneDoesNot()
    {
        QFETCH(int, precision);
        QFETCH(QString, own);
        QFETCH(QString, safer);
        const TinyModel model("llama", makeLarge);
        // Tame: what lies on equal steps. INT8 rotates its rows: one number a block of 128 becomes 128 of one
        // size, and what all 128 have in common becomes a number far above the rest.
        if (Precision(precision) == Precision::Int8) {
            rewriteTensor(
                model, kTamed, [](std::int64_t r, std::int64_t k) { return k % 128 == r ? 0.1F : 0.0F; });
            rewriteTensor(model, kPlanted, [](std::int64_t r, std::int64_t k) { return 0.04F + tame(r, k); });
        } else {
            rewriteTensor(model, kTamed,
                [](std::int64_t r, std::int64_t k) { return 0.01F * float((r * 7 + k * 5) % 16 - 8); });
            rewriteTensor(model, kPlanted,
                [](std::int64_t r, std::int64_t k) { return k % 32 == 5 ? 0.6F : tame(r, k); });
        }
        const auto loaded = model.load({ .precision = Precision(precision) });
        QVERIFY(loaded);
        const WeightReport planted = reportOf(*loaded, kPlanted);
        const WeightReport tamed = reportOf(*loaded, kTamed);
        QCOMPARE(QString::fromStdString(tamed.format), own);
        QVERIFY(!tamed.isSafer);
        QCOMPARE(QString::fromStdString(planted.format), safer);
        QVERIFY(planted.isSafer);
        QVERIFY(planted.sizeBytes > tamed.sizeBytes);
    }

    /// What has more numbers than smallModelNumbers begins with larger groups, but a tensor with outliers
    /// goes the whole way to small ones.
    void largeModelsShareScalesAmongMoreColumns()
    {
        const TinyModel model("llama", makeLarge);
        rewriteTensor(
            model, kTamed, [](std::int64_t r, std::int64_t k) { return k % 128 == r ? 0.1F : 0.0F; });
        rewriteTensor(model, kPlanted, [](std::int64_t r, std::int64_t k) { return 0.04F + tame(r, k); });
        const auto loaded = model.load({ .precision = Precision::Int8, .rules = { .smallModelNumbers = 0 } });
        QVERIFY(loaded);
        QCOMPARE(reportOf(*loaded, kTamed).format, std::string("INT8/256"));
        QVERIFY(!reportOf(*loaded, kTamed).isSafer);
        QVERIFY(loaded->printProgram(0).find("INT8/256[256, 256]") != std::string::npos);
        QCOMPARE(reportOf(*loaded, kPlanted).format, std::string("INT8/32"));
        QVERIFY(reportOf(*loaded, kPlanted).isSafer);
    }

    void aFormatIsNamedAfterTheColumnsThatShareAScale()
    {
        constexpr const char* kDown = "model.layers.0.mlp.down_proj.weight";
        for (const auto& [columns, name] :
            { std::pair(384, "INT8"), { 256, "INT8/256" }, { 512, "INT8/512" } }) {
            const TinyModel model("llama", [columns](nlohmann::json& config) {
                makeLarge(config);
                config["intermediate_size"] = columns;
            });
            rewriteTensor(
                model, kDown, [](std::int64_t r, std::int64_t k) { return k % 128 == r ? 0.1F : 0.0F; });
            const auto loaded
                = model.load({ .precision = Precision::Int8, .rules = { .smallModelNumbers = 0 } });
            QVERIFY(loaded);
            QCOMPARE(reportOf(*loaded, kDown).format, std::string(name));
        }
    }

    void numbersThatNoFormatHoldsStayAsStored()
    {
        const TinyModel model("llama", makeLarge);
        rewriteTensor(model, kPlanted, [](std::int64_t r, std::int64_t k) {
            return r == 3 && k == 3 ? std::numeric_limits<float>::quiet_NaN() : tame(r, k);
        });
        const auto loaded = model.load({ .precision = Precision::Int8 });
        QVERIFY(loaded);
        QCOMPARE(reportOf(*loaded, kPlanted).format, std::string("BF16"));
        // The program multiplies gate as stored and up packed, each with the input it reads.
        QVERIFY(loaded->printProgram(0).find("BF16[256, 256]") != std::string::npos);
        QVERIFY(createSession(loaded).has_value());
    }

    void embeddingAndHeadHaveEightBitsInSmallGroups()
    {
        const TinyModel model("llama", makeLarge);
        for (const Precision precision : { Precision::Int8, Precision::Int4 }) {
            const auto loaded = model.load({ .precision = precision });
            QVERIFY(loaded);
            QCOMPARE(reportOf(*loaded, "model.embed_tokens.weight").format, std::string("INT8/32"));
        }
    }

    void theReportAddsUpToTheMatricesInMemory()
    {
        const TinyModel model("qwen3_5", makeLarge);
        const auto loaded = model.load({ .precision = Precision::Int8 });
        QVERIFY(loaded);
        std::uint64_t bytes = 0;
        for (const WeightReport& report : loaded->weightReports()) {
            bytes += report.sizeBytes;
            QCOMPARE(report.relativeError > 0, report.format.starts_with("INT"));
        }
        QVERIFY(bytes > 0 && bytes <= loaded->memory().weightsBytes);
    }

    /// Finer scales and rotated blocks are what the literature says they are.
    void schemesDamageInTheOrderTheyAreNamed()
    {
        const TinyModel model("llama", makeLarge);
        const auto errorOf = [&](ComparisonScheme::Scales scales, Precision precision) {
            const auto loaded
                = model.load({ .precision = precision, .scheme = ComparisonScheme { .scales = scales } });
            return loaded ? reportOf(*loaded, kTamed).relativeError : 0.0;
        };
        using Scales = ComparisonScheme::Scales;
        for (const Precision precision : { Precision::Int8, Precision::Int4 }) {
            rewriteTensor(model, kTamed, tame);
            const double tensor = errorOf(Scales::PerTensor, precision);
            const double channel = errorOf(Scales::PerChannel, precision);
            const double group = errorOf(Scales::Group, precision);
            QVERIFY(group > 0 && group < channel && channel < tensor);
        }
        QVERIFY(errorOf(Scales::Group, Precision::Int8) < errorOf(Scales::Group, Precision::Int4) / 5);
    }

    void schemesRunAndDamageLittleAtEightBits()
    {
        const TinyModel model("llama", makeLarge);
        const auto ids = test::someIds(100, 64);
        const auto exact = model.load({ .precision = Precision::Exact, .contextLength = 512 });
        for (const bool handlesOutliers : { true, false }) {
            const auto rounded = model.load({ .precision = Precision::Int8,
                .contextLength = 512,
                .scheme = ComparisonScheme { .handlesOutliers = handlesOutliers } });
            const auto damage = compareModels(exact, rounded, ids, {});
            QVERIFY(damage.has_value());
            QVERIFY(damage->meanKl > 0 && damage->meanKl < 0.05);
        }
    }
};

MORU_TEST(MixedFormats)

} // namespace moru

#include "mixed_formats_test.moc"
