#include "engine/sampler/sampler.h"
#include "tests/support/test_main.h"

#include <QObject>

#include <limits>

using namespace moru;

class SamplingOptionsCheck : public QObject {
    Q_OBJECT

private slots:
    void acceptsDefaultsAndGreedy();
    void namesTheFieldThatIsWrong_data();
    void namesTheFieldThatIsWrong();
    void refusesIdsBeyondTheVocabulary();
};

void SamplingOptionsCheck::acceptsDefaultsAndGreedy()
{
    QVERIFY(checkSamplingOptions({}).has_value());
    QVERIFY(checkSamplingOptions(SamplingOptions::greedy()).has_value());
    QCOMPARE(SamplingOptions::greedy().temperature, 0.0);
}

void SamplingOptionsCheck::namesTheFieldThatIsWrong_data()
{
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    QTest::addColumn<QString>("field");
    QTest::addColumn<double>("value");
    QTest::newRow("zero repetition") << "repetitionPenalty" << 0.0;
    QTest::newRow("infinite frequency") << "frequencyPenalty" << kInfinity;
    QTest::newRow("presence nan") << "presencePenalty" << kNan;
    QTest::newRow("negative temperature") << "temperature" << -0.1;
    QTest::newRow("temperature nan") << "temperature" << kNan;
    QTest::newRow("vanishing temperature") << "temperature" << 1e-300;
    QTest::newRow("negative k") << "topK" << -1.0;
    QTest::newRow("p above 1") << "topP" << 1.01;
    QTest::newRow("negative min-p") << "minP" << -0.01;
}

void SamplingOptionsCheck::namesTheFieldThatIsWrong()
{
    QFETCH(QString, field);
    QFETCH(double, value);
    SamplingOptions options;
    if (field == "repetitionPenalty")
        options.repetitionPenalty = value;
    else if (field == "frequencyPenalty")
        options.frequencyPenalty = value;
    else if (field == "presencePenalty")
        options.presencePenalty = value;
    else if (field == "temperature")
        options.temperature = value;
    else if (field == "topK")
        options.topK = static_cast<int>(value);
    else if (field == "topP")
        options.topP = value;
    else
        options.minP = value;
    const auto checked = checkSamplingOptions(options);
    QVERIFY(!checked);
    QCOMPARE(checked.error().code, ErrorCode::InvalidRequest);
    QCOMPARE(QString::fromStdString(checked.error().where), field);
    QVERIFY(!Sampler::create(options, 10, 10, {}, 1));
}

void SamplingOptionsCheck::refusesIdsBeyondTheVocabulary()
{
    const std::vector<float> logits(4, 0.0F);
    const std::vector<TokenId> outside { 4 };
    const std::vector<TokenId> negative { -1 };
    QVERIFY(!samplingDistribution(logits, outside, {}, {}));
    QVERIFY(!samplingDistribution(logits, {}, negative, {}));
}

MORU_TEST(SamplingOptionsCheck)
#include "sampling_options.moc"
