#include "app/cli/perplexity.h"

#include "tests/support/test_main.h"

#include <cmath>
#include <vector>

using namespace moru;
using namespace moru::cli;

class CliPerplexity : public QObject {
    Q_OBJECT
private slots:
    void uniformGuessesHaveThePerplexityOfTheVocabulary()
    {
        const std::vector<TokenId> ids { 0, 1, 2, 3 };
        const std::vector<float> logits(50, 3.0F);
        Perplexity perplexity(ids);
        for (int position = 0; position < 4; ++position)
            perplexity.add(position, logits);
        QCOMPARE(perplexity.scoredTokens(), 3); // the first is given, and nothing follows the last
        QVERIFY(std::abs(perplexity.perplexity() - 50) < 1e-9);
    }

    void eachPositionPredictsTheNextToken()
    {
        const std::vector<TokenId> ids { 0, 1 };
        const std::vector<float> logits { 0.0F, std::log(3.0F) };
        Perplexity perplexity(ids);
        perplexity.add(0, logits);
        QVERIFY(std::abs(perplexity.perplexity() - 4.0 / 3.0) < 1e-6);
    }

    void largeLogitsDoNotOverflow()
    {
        const std::vector<float> logits { 1000.0F, 1000.0F };
        QVERIFY(std::abs(logSumExp(logits) - (1000 + std::log(2.0))) < 1e-6);
    }

    void meanSplitsAfter512Tokens()
    {
        std::vector<TokenId> ids(600, 0);
        Perplexity perplexity(ids);
        const std::vector<float> sure { 0.0F, -1e9F };
        const std::vector<float> even { 0.0F, 0.0F };
        for (int position = 0; position < 600; ++position)
            perplexity.add(position, position < 512 ? sure : even);
        QCOMPARE(perplexity.scoredTokens(), 599);
        QCOMPARE(perplexity.firstMeanNll().value(), 0.0);
        QVERIFY(std::abs(perplexity.restMeanNll().value() - std::log(2.0)) < 1e-9);
    }

    void shortTextHasNoSecondPart()
    {
        const std::vector<TokenId> ids { 0, 1 };
        const std::vector<float> logits { 0.0F, 0.0F };
        Perplexity perplexity(ids);
        perplexity.add(0, logits);
        QVERIFY(!perplexity.restMeanNll());
    }
};

MORU_TEST(CliPerplexity)
#include "perplexity_test.moc"
