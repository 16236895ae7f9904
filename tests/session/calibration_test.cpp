#include "tests/session/rewrite_tensor.h"
#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"

#include <cmath>

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

/// A model whose layers multiply some columns by inputs twenty times as large as the others.
TinyModel unevenModel()
{
    TinyModel model("llama", makeLarge);
    for (int layer = 0; layer < 4; ++layer) {
        for (const char* norm : { "input_layernorm", "post_attention_layernorm" })
            test::rewriteTensor(model, "model.layers." + std::to_string(layer) + "." + norm + ".weight",
                [](std::int64_t, std::int64_t k) { return k % 16 == 3 ? 2.0F : 0.1F; });
    }
    return model;
}

/// Four bits keep to their formats, as in a large model.
LoadOptions int4(std::shared_ptr<const Calibration> calibration = nullptr)
{
    return { .precision = Precision::Int4,
        .contextLength = 512,
        .calibration = std::move(calibration),
        .rules = { .smallModelNumbers = 0 } };
}

} // namespace

class Calibrating final : public QObject {
    Q_OBJECT
private slots:
    void measuresTheInputsOfEveryLayersMatrix()
    {
        const TinyModel model = unevenModel();
        const auto exact = model.load({ .contextLength = 512 });
        const auto calibration = calibrate(exact, someIds(200, kVocabulary), {});
        QVERIFY(calibration.has_value());
        QCOMPARE(calibration->tokenCount, 200);
        QCOMPARE(calibration->matrices.size(), std::size_t(4 * 7));
        const auto& energy = calibration->matrices.at("model.layers.1.mlp.up_proj.weight");
        QCOMPARE(energy.plain.size(), std::size_t(256));
        QCOMPARE(energy.rotated.size(), std::size_t(256));
        // The norm's weights are what differs, twenty times, and squared.
        const double ratio = double(energy.plain[3]) / double(energy.plain[4]);
        QVERIFY2(ratio > 20 && ratio < 2000, qPrintable(QString::number(ratio)));
        // A rotation keeps a block's energy and spreads it.
        double plain = 0;
        double rotated = 0;
        for (std::size_t k = 0; k < 256; ++k) {
            plain += double(energy.plain[k]);
            rotated += double(energy.rotated[k]);
        }
        QVERIFY(std::abs(rotated / plain - 1) < 0.02);
        QVERIFY(energy.rotated[3] < 0.2F * energy.plain[3]);
    }

    /// Fails where calibration is ignored: on another text than the one it was made on.
    void lessensTheDamageWhereInputsAreUneven()
    {
        const TinyModel model = unevenModel();
        const auto exact = model.load({ .contextLength = 512 });
        const auto calibration = calibrate(exact, someIds(300, kVocabulary, 5), {});
        QVERIFY(calibration.has_value());
        const auto ids = someIds(200, kVocabulary, 6);
        const auto meanKl = [&](const LoadOptions& options) {
            return compareModels(exact, model.load(options), ids, {})->meanKl;
        };
        const double plain = meanKl(int4());
        const double calibrated = meanKl(int4(std::make_shared<const Calibration>(*calibration)));
        QVERIFY2(calibrated < 0.8 * plain, qPrintable(QStringLiteral("%1 %2").arg(calibrated).arg(plain)));
    }

    /// Where all inputs are alike there is nothing to gain, and nothing is lost.
    void doesNoHarmInAnyFamily_data()
    {
        QTest::addColumn<QString>("family");
        for (const std::string& family : TinyModel::families())
            QTest::newRow(family.c_str()) << QString::fromStdString(family);
    }
    void doesNoHarmInAnyFamily()
    {
        QFETCH(QString, family);
        const TinyModel model(family.toStdString(), makeLarge);
        const auto exact = model.load({ .contextLength = 512 });
        const auto ids = someIds(300, kVocabulary, 5);
        const auto calibration = calibrate(exact, ids, {});
        QVERIFY(calibration.has_value());
        const auto layers = [&](const LoadOptions& options) {
            return measureDamage(exact, model.load(options), ids, { .byLayer = true }, {})
                ->layerErrors.back();
        };
        const double plain = layers(int4());
        const double calibrated = layers(int4(std::make_shared<const Calibration>(*calibration)));
        QVERIFY2(calibrated < 1.03 * plain, qPrintable(QStringLiteral("%1 %2").arg(calibrated).arg(plain)));
    }
};

MORU_TEST(Calibrating)

} // namespace moru

#include "calibration_test.moc"
