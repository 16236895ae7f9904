#include "engine/architectures/model_config.h"
#include "tests/support/test_main.h"

#include <cmath>

namespace moru {

namespace {

bool isNear(float value, double expected)
{
    return std::abs(double(value) / expected - 1) < 1e-6;
}

} // namespace

class RopeFrequencies final : public QObject {
    Q_OBJECT
private slots:
    /// models.md 5.3, for heads of 128: unchanged, blended, divided by 32. Mistakes 16, 17 and 18 of
    /// section 9.
    void llama3BandsAreThoseOfThePaper()
    {
        const RopeTable table = makeRopeTable({ .theta = 500000,
            .rotaryDim = 128,
            .scaling = RopeConfig::Scaling::Llama3,
            .factor = 32,
            .lowFrequencyFactor = 1,
            .highFrequencyFactor = 4,
            .originalContextLength = 8192 });
        const std::vector<float>& f = table.inverseFrequencies;
        QCOMPARE(f.size(), std::size_t(64));
        const std::pair<int, double> expected[] { { 28, 3.211446e-3 }, { 29, 2.118407e-3 },
            { 30, 1.290548e-3 }, { 31, 7.625412e-4 }, { 32, 4.295568e-4 }, { 33, 2.227635e-4 },
            { 34, 9.708288e-5 }, { 35, 2.389053e-5 }, { 63, 7.672315e-8 } };
        for (const auto& [pair, frequency] : expected)
            QVERIFY2(isNear(f[std::size_t(pair)], frequency), qPrintable(QString::number(pair)));
        for (int pair = 0; pair <= 28; ++pair)
            QVERIFY(isNear(f[std::size_t(pair)], std::pow(500000.0, -2.0 * pair / 128)));
        for (int pair = 35; pair < 64; ++pair)
            QVERIFY(isNear(f[std::size_t(pair)], std::pow(500000.0, -2.0 * pair / 128) / 32));
    }

    void linearFactorDividesEveryFrequency()
    {
        const RopeTable plain = makeRopeTable({ .theta = 1e6, .rotaryDim = 256 });
        const RopeTable scaled = makeRopeTable(
            { .theta = 1e6, .rotaryDim = 256, .scaling = RopeConfig::Scaling::Linear, .factor = 8 });
        for (std::size_t j = 0; j < plain.inverseFrequencies.size(); ++j)
            QVERIFY(isNear(scaled.inverseFrequencies[j], double(plain.inverseFrequencies[j]) / 8));
    }

    void firstPairTurnsByOneRadianAPosition()
    {
        QCOMPARE(makeRopeTable({ .theta = 10000, .rotaryDim = 64 }).inverseFrequencies.front(), 1.0F);
    }
};

MORU_TEST(RopeFrequencies)

} // namespace moru

#include "rope_table_test.moc"
