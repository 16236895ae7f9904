#include "tests/kernels/kernel_inputs.h"
#include "tests/support/test_main.h"

#include <cmath>

class GatedDelta final : public QObject {
    Q_OBJECT
private slots:
    void ruleAgreesWithScalar_data() { moru::test::addIsaRows(); }
    void ruleAgreesWithScalar();
    void ruleOfALongPromptAgreesWithScalar_data() { moru::test::addIsaRows(); }
    void ruleOfALongPromptAgreesWithScalar();
    void ruleMayBeCutIntoCalls_data() { moru::test::addIsaRows(); }
    void ruleMayBeCutIntoCalls();
    void stateOfAnIdentityKeyRemembersItsValue_data() { moru::test::addIsaRows(); }
    void stateOfAnIdentityKeyRemembersItsValue();
    void convolutionAgreesWithScalar_data() { moru::test::addIsaRows(); }
    void convolutionAgreesWithScalar();
    void convolutionMayBeCutIntoCalls_data() { moru::test::addIsaRows(); }
    void convolutionMayBeCutIntoCalls();
};

namespace {

using namespace moru;
using namespace moru::kernels;
using test::Random;

struct Rule {
    std::int64_t tokens, keyDim, valueDim;
    std::vector<float> query, key, value, logDecay, beta, state;

    Rule(std::int64_t tokenCount, std::int64_t keys, std::int64_t values, std::uint32_t seed)
        : tokens(tokenCount)
        , keyDim(keys)
        , valueDim(values)
    {
        Random random(seed);
        const float size
            = 1 / std::sqrt(static_cast<float>(keyDim)); // keys of length about 1, as in the model
        query = random.floats(tokens * keyStride(), -size, size);
        key = random.floats(tokens * keyStride(), -size, size);
        value = random.floats(tokens * valueStride());
        logDecay = random.floats(tokens * 2, -0.5F, 0);
        beta = random.floats(tokens * 2, 0, 1);
        state = random.floats(keyDim * valueDim);
    }
    [[nodiscard]] std::int64_t keyStride() const { return keyDim + 5; }
    [[nodiscard]] std::int64_t valueStride() const { return valueDim + 2; }

    /// Outputs of tokens [begin, end); the state goes on.
    std::vector<float> run(const KernelTable& table, std::int64_t begin, std::int64_t end)
    {
        std::vector<float> output(static_cast<std::size_t>((end - begin) * valueStride()), -77);
        GatedDeltaTask task;
        task.query = query.data() + begin * keyStride();
        task.key = key.data() + begin * keyStride();
        task.keyStride = keyStride();
        task.value = value.data() + begin * valueStride();
        task.valueStride = valueStride();
        task.logDecay = logDecay.data() + begin * 2;
        task.beta = beta.data() + begin * 2;
        task.gateStride = 2;
        task.tokens = end - begin;
        task.keyDim = keyDim;
        task.valueDim = valueDim;
        task.state = state.data();
        task.output = output.data();
        task.outputStride = valueStride();
        table.gatedDeltaRule(task);
        return output;
    }
};

/// Elements of state and output stay below about 2; each is a sum of keyDim products, and β < 1 with decay
/// keeps what one token rounds from growing in the next.
double ruleBound(std::int64_t keyDim)
{
    return 0x1p-24 * 8 * (4 + std::sqrt(static_cast<double>(keyDim)));
}

struct Convolution {
    std::int64_t tokens, channels, taps;
    std::vector<float> input, weight, state;

    Convolution(std::int64_t tokenCount, std::int64_t channelCount, std::int64_t tapCount)
        : tokens(tokenCount)
        , channels(channelCount)
        , taps(tapCount)
    {
        Random random(static_cast<std::uint32_t>(tokens * 100 + channels + taps));
        input = random.floats(tokens * (channels + 3));
        weight = random.floats(channels * taps);
        state = random.floats((taps - 1) * channels);
    }
    std::vector<float> run(const KernelTable& table, Range part, std::int64_t begin, std::int64_t end)
    {
        std::vector<float> output(static_cast<std::size_t>((end - begin) * channels), -77);
        table.causalConvolutionSilu(
            { .input = { input.data() + begin * (channels + 3), channels + 3, end - begin },
                .weight = weight.data(),
                .taps = taps,
                .channelCount = channels,
                .channels = part,
                .state = state.data(),
                .output = { output.data(), channels } });
        return output;
    }
};

} // namespace

void GatedDelta::ruleAgreesWithScalar()
{
    MORU_KERNELS(fast);
    const KernelTable scalar = test::table(Isa::Scalar);
    const std::int64_t shapes[][2]
        = { { 128, 128 }, { 1, 1 }, { 3, 7 }, { 16, 33 }, { 65, 130 }, { 128, 64 } };
    for (const auto& [keyDim, valueDim] : shapes) {
        for (const std::int64_t tokens : { 1, 2, 3, 4, 5, 7, 40, 63, 64, 65, 70, 130 }) {
            Rule actual(tokens, keyDim, valueDim, static_cast<std::uint32_t>(keyDim + tokens));
            Rule expected = actual;
            const auto output = actual.run(fast, 0, tokens);
            const auto exact = expected.run(scalar, 0, tokens);
            MORU_WITHIN(output, exact, std::vector<double>(output.size(), ruleBound(keyDim)));
            MORU_WITHIN(
                actual.state, expected.state, std::vector<double>(actual.state.size(), ruleBound(keyDim)));
        }
    }
}

void GatedDelta::ruleOfALongPromptAgreesWithScalar()
{
    MORU_KERNELS(fast);
    // As in the model: keys of length 1, a state that forgets little, so that nothing but the rule itself
    // keeps what earlier tokens rounded from adding up.
    constexpr std::int64_t kTokens = 500;
    Rule actual(kTokens, 128, 128, 9);
    for (std::int64_t t = 0; t < kTokens; ++t) {
        float* key = actual.key.data() + t * actual.keyStride();
        double squares = 0;
        for (std::int64_t k = 0; k < 128; ++k)
            squares += static_cast<double>(key[k]) * static_cast<double>(key[k]);
        for (std::int64_t k = 0; k < 128; ++k)
            key[k] = static_cast<float>(static_cast<double>(key[k]) / std::sqrt(squares));
        actual.logDecay[static_cast<std::size_t>(2 * t)]
            *= t % 50 == 0 ? 60.0F : 0.02F; // now and then all of it
    }
    Rule expected = actual;
    const auto output = actual.run(fast, 0, kTokens);
    const auto exact = expected.run(test::table(Isa::Scalar), 0, kTokens);
    MORU_WITHIN(output, exact, std::vector<double>(output.size(), 4 * ruleBound(128)));
    MORU_WITHIN(actual.state, expected.state, std::vector<double>(actual.state.size(), 4 * ruleBound(128)));
}

void GatedDelta::ruleMayBeCutIntoCalls()
{
    MORU_KERNELS(fast);
    Rule whole(20, 64, 96, 1);
    Rule cut = whole;
    const auto output = whole.run(fast, 0, 20);
    std::vector<float> parts;
    for (const auto& [begin, end] : { std::pair { 0, 1 }, { 1, 2 }, { 2, 9 }, { 9, 20 } }) {
        const auto part = cut.run(fast, begin, end);
        parts.insert(parts.end(), part.begin(), part.end());
    }
    // The state between calls is all there is; where chunks begin decides what is rounded in which order.
    MORU_WITHIN(parts, output, std::vector<double>(output.size(), ruleBound(64)));
    MORU_WITHIN(cut.state, whole.state, std::vector<double>(cut.state.size(), ruleBound(64)));
}

void GatedDelta::stateOfAnIdentityKeyRemembersItsValue()
{
    MORU_KERNELS(fast);
    Rule rule(2, 32, 40, 2);
    std::fill(rule.state.begin(), rule.state.end(), 0.0F);
    std::fill(rule.key.begin(), rule.key.end(), 0.0F);
    rule.key[3] = 1; // token 0 writes its value under key 3
    rule.query = rule.key;
    rule.query[static_cast<std::size_t>(rule.keyStride()) + 3]
        = 1; // token 1 writes nothing and reads it back
    rule.beta = { 1, 0, 0, 0 };
    rule.logDecay = { 0, 0, std::log(0.5F), 0 };
    const auto output = rule.run(fast, 0, 2);
    for (std::size_t v = 0; v < 40; ++v) {
        QCOMPARE(output[v], rule.value[v]);
        QCOMPARE(output[42 + v], 0.5F * rule.value[v]);
    }
}

void GatedDelta::convolutionAgreesWithScalar()
{
    MORU_KERNELS(fast);
    const KernelTable scalar = test::table(Isa::Scalar);
    for (const std::int64_t taps : { 1, 2, 4, 8, 11 }) {
        for (const std::int64_t channels : { 1, 15, 16, 17, 40 }) {
            for (const std::int64_t tokens : { 1, 2, 3, 9 }) {
                Convolution actual(tokens, channels, taps);
                Convolution expected = actual;
                const Range part { channels / 3, channels };
                const auto output = actual.run(fast, part, 0, tokens);
                const auto exact = expected.run(scalar, part, 0, tokens);
                const double bound = 0x1p-24 * 4 * static_cast<double>(taps + 2);
                MORU_WITHIN(output, exact, std::vector<double>(output.size(), bound));
                QCOMPARE(actual.state, expected.state);
            }
        }
    }
}

void GatedDelta::convolutionMayBeCutIntoCalls()
{
    MORU_KERNELS(fast);
    Convolution whole(10, 21, 4);
    Convolution cut = whole;
    const auto output = whole.run(fast, { 0, 21 }, 0, 10);
    std::vector<float> parts;
    for (const auto& [begin, end] : { std::pair { 0, 1 }, { 1, 3 }, { 3, 10 } }) {
        const auto part = cut.run(fast, { 0, 21 }, begin, end);
        parts.insert(parts.end(), part.begin(), part.end());
    }
    QCOMPARE(parts, output);
    QCOMPARE(cut.state, whole.state);
}

MORU_TEST(GatedDelta)
#include "gated_delta_test.moc"
