#include "engine/sampler/sampler.h"
#include "tests/sampler/counted_allocations.h"
#include "tests/support/test_main.h"

#include <QObject>

#include <cmath>
#include <limits>

using namespace moru;

class SamplerChoices : public QObject {
    Q_OBJECT

private slots:
    void sameSeedGivesTheSameTokens();
    void otherSeedsGiveOtherTokens();
    void restartBeginsAnew();
    void greedyTakesTheLowestOfEqualIds();
    void paddingRowsAreNeverChosen();
    void maskedIdsAreNeverChosen();
    void brokenLogitsAreNotChosen();
    void drawsFollowTheDistribution();
    void topPKeepsTheLastOfEqualIds();
    void penaltiesCountPromptAndAnswerApart();
    void forgetsIdsWithoutARow();
    void allocatesOnlyWhenItIsMade();
};

static std::vector<float> wavyLogits(std::size_t count)
{
    std::vector<float> logits(count);
    for (std::size_t i = 0; i < count; ++i)
        logits[i] = 6.0F * std::sin(static_cast<float>(i * i % 9973));
    return logits;
}

static std::vector<TokenId> chooseMany(Sampler& sampler, std::span<const float> logits, int count)
{
    std::vector<TokenId> ids;
    for (int i = 0; i < count; ++i) {
        ids.push_back(sampler.choose(logits).value_or(-1));
        sampler.count(ids.back());
    }
    return ids;
}

void SamplerChoices::sameSeedGivesTheSameTokens()
{
    const auto logits = wavyLogits(5000);
    auto first = Sampler::create({}, 5000, 5000, {}, 99);
    auto second = Sampler::create({}, 5000, 5000, {}, 99);
    QVERIFY(first && second);
    QVERIFY(chooseMany(*first, logits, 100) == chooseMany(*second, logits, 100));
}

void SamplerChoices::otherSeedsGiveOtherTokens()
{
    const auto logits = wavyLogits(5000);
    auto first = Sampler::create({}, 5000, 5000, {}, 1);
    auto second = Sampler::create({}, 5000, 5000, {}, 2);
    QVERIFY(chooseMany(*first, logits, 100) != chooseMany(*second, logits, 100));
}

void SamplerChoices::restartBeginsAnew()
{
    const auto logits = wavyLogits(500);
    SamplingOptions options;
    options.repetitionPenalty = 1.3;
    options.frequencyPenalty = 0.5;
    auto sampler = Sampler::create(options, 500, 500, {}, 5);
    const auto first = chooseMany(*sampler, logits, 50);
    sampler->restart(5);
    QVERIFY(chooseMany(*sampler, logits, 50) == first);
}

void SamplerChoices::greedyTakesTheLowestOfEqualIds()
{
    auto sampler = Sampler::create(SamplingOptions::greedy(), 5, 5, {}, 0);
    const std::vector<float> logits { 1, 3, 2, 3, 3 };
    QCOMPARE(sampler->choose(logits), std::optional<TokenId>(1));
}

void SamplerChoices::paddingRowsAreNeverChosen()
{
    std::vector<float> logits(100, 0.0F);
    for (std::size_t row = 90; row < 100; ++row)
        logits[row] = 50.0F;
    for (const double temperature : { 0.0, 1.0, 100.0 }) {
        SamplingOptions options;
        options.temperature = temperature;
        options.topK = 0;
        options.topP = 1;
        auto sampler = Sampler::create(options, 100, 90, {}, 3);
        for (const TokenId id : chooseMany(*sampler, logits, 500))
            QVERIFY(id >= 0 && id < 90);
    }
}

void SamplerChoices::maskedIdsAreNeverChosen()
{
    const std::vector<float> logits(8, 1.0F);
    const std::vector<TokenId> masked { 0, 1, 2, 3, 4, 5, 7, 200, -4 };
    auto greedy = Sampler::create(SamplingOptions::greedy(), 8, 8, masked, 3);
    QCOMPARE(greedy->choose(logits), std::optional<TokenId>(6));
    auto drawing = Sampler::create({}, 8, 8, masked, 3);
    for (const TokenId id : chooseMany(*drawing, logits, 100))
        QCOMPARE(id, 6);
}

void SamplerChoices::brokenLogitsAreNotChosen()
{
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    auto sampler = Sampler::create({}, 4, 4, {}, 3);
    QCOMPARE(sampler->choose(std::vector<float> { kNan, 1, -kInfinity, kNan }), std::optional<TokenId>(1));
    QCOMPARE(sampler->choose(std::vector<float> { 0, kInfinity, 0, 0 }), std::optional<TokenId>(1));
    QCOMPARE(sampler->choose(std::vector<float> { kNan, kNan, -kInfinity, kNan }), std::optional<TokenId>());
    QCOMPARE(sampler->choose(std::vector<float> { 1, 2 }), std::optional<TokenId>());
}

void SamplerChoices::drawsFollowTheDistribution()
{
    const auto logits = wavyLogits(40);
    SamplingOptions options;
    options.temperature = 2.0;
    options.topK = 12;
    options.topP = 0.9;
    options.minP = 0.02;
    const auto wanted = samplingDistribution(logits, {}, {}, options);
    QVERIFY(wanted.has_value());
    auto sampler = Sampler::create(options, 40, 40, {}, 11);
    constexpr int kDraws = 50'000;
    std::vector<double> drawn(40, 0);
    for (int i = 0; i < kDraws; ++i)
        drawn[static_cast<std::size_t>(sampler->choose(logits).value())] += 1.0 / kDraws;
    for (std::size_t id = 0; id < 40; ++id) {
        const auto p = static_cast<double>((*wanted)[id]);
        QVERIFY((p == 0) == (drawn[id] == 0));
        QVERIFY(std::abs(drawn[id] - p) <= 4.5 * std::sqrt(p * (1 - p) / kDraws));
    }
}

void SamplerChoices::topPKeepsTheLastOfEqualIds()
{
    // The reference sorts upwards, keeps the order of equals, and drops from the front while the sum ≤ 1 − p.
    SamplingOptions options;
    options.temperature = 1;
    options.topK = 0;
    options.topP = 0.5;
    const auto kept = samplingDistribution(std::vector<float>(4, 1.0F), {}, {}, options);
    QVERIFY(kept.has_value());
    QVERIFY(*kept == (std::vector<float> { 0, 0, 0.5F, 0.5F }));
}

void SamplerChoices::penaltiesCountPromptAndAnswerApart()
{
    SamplingOptions options = SamplingOptions::greedy();
    options.presencePenalty = 5;
    const std::vector<float> logits { 0, 4, 3 };
    const std::vector<TokenId> prompt { 1 };
    auto sampler = Sampler::create(options, 3, 3, {}, 0);
    sampler->countPrompt(prompt);
    QCOMPARE(sampler->choose(logits), std::optional<TokenId>(1));
    sampler->count(1);
    QCOMPARE(sampler->choose(logits), std::optional<TokenId>(2));

    options.presencePenalty = 0;
    options.repetitionPenalty = 2;
    auto repeating = Sampler::create(options, 3, 3, {}, 0);
    repeating->countPrompt(prompt);
    QCOMPARE(repeating->choose(logits), std::optional<TokenId>(2));
}

void SamplerChoices::forgetsIdsWithoutARow()
{
    SamplingOptions options;
    options.repetitionPenalty = 1.5;
    auto sampler = Sampler::create(options, 3, 3, {}, 0);
    const std::vector<TokenId> odd { -1, 3, std::numeric_limits<TokenId>::max(), 2 };
    sampler->countPrompt(odd);
    sampler->count(-7);
    QVERIFY(sampler->choose(std::vector<float> { 1, 2, 3 }).has_value());
}

void SamplerChoices::allocatesOnlyWhenItIsMade()
{
    const auto logits = wavyLogits(262'144);
    for (const int topK : { 40, 0, 262'000 }) {
        SamplingOptions options;
        options.topK = topK;
        options.topP = 0.97;
        options.minP = 0.001;
        options.repetitionPenalty = 1.1;
        auto sampler = Sampler::create(options, 262'144, 262'144, {}, 1);
        const std::size_t before = moru::test::allocationCount();
        for (int i = 0; i < 5; ++i)
            sampler->count(sampler->choose(logits).value());
        QCOMPARE(moru::test::allocationCount(), before);
    }
}

MORU_TEST(SamplerChoices)
#include "sampler_choices.moc"
