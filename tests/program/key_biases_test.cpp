#include "tests/program/program_maker.h"
#include "tests/support/test_main.h"

#include <cmath>

namespace moru {

namespace {

using test::graphOf;

/// Vectors of ones, so that a bias is known.
BoundWeights weightsOfOnes(const Graph& graph)
{
    BoundWeights weights = BoundWeights::withoutNumbers(graph, Precision::Exact, firstCare(graph, {}));
    for (std::size_t id = 0; id < graph.weights.size(); ++id) {
        if (graph.weights[id].use != WeightUse::Matrix)
            weights.vectors[id].assign(std::size_t(graph.weights[id].shape[0]), 1.0F);
    }
    return weights;
}

std::vector<const CacheWriteAttributes*> cacheWrites(const Program& program)
{
    std::vector<const CacheWriteAttributes*> writes;
    for (const Step& step : program.steps) {
        if (const auto* write = std::get_if<CacheWriteAttributes>(&step.attributes))
            writes.push_back(write);
    }
    return writes;
}

} // namespace

class KeyBiases final : public QObject {
    Q_OBJECT
private slots:
    void areTakenOffAsTheyTurnOnAverage()
    {
        const Graph graph = graphOf("qwen2");
        const Program program = compileProgram(graph, weightsOfOnes(graph), {});
        QVERIFY(!cacheWrites(program).empty());
        for (const CacheWriteAttributes* write : cacheWrites(program)) {
            QCOMPARE(std::int64_t(write->keyOffset.size()), write->kvHeadCount * write->headDim);
            const std::int64_t pairs = write->headDim / 2;
            for (std::int64_t i = 0; i < write->kvHeadCount * write->headDim; ++i) {
                const std::int64_t inHead = i % write->headDim;
                const std::int64_t pair = inHead % pairs;
                const auto frequency = double(program.ropeTables[0].inverseFrequencies[std::size_t(pair)]);
                double mean = 0;
                for (int position = 0; position < 4096; ++position) {
                    const double angle = frequency * position;
                    mean += inHead < pairs ? std::cos(angle) - std::sin(angle)
                                           : std::cos(angle) + std::sin(angle);
                }
                QVERIFY(std::abs(double(write->keyOffset[std::size_t(i)]) - mean / 4096) < 1e-3);
            }
        }
    }

    void keysWithoutBiasStayAsTheyAre()
    {
        for (const std::string family : { "llama", "gemma", "gemma2", "gemma3", "qwen3", "qwen3_5" }) {
            const Graph graph = graphOf(family);
            for (const CacheWriteAttributes* write :
                cacheWrites(compileProgram(graph, weightsOfOnes(graph), {})))
                QVERIFY2(write->keyOffset.empty(), family.c_str());
        }
    }

    /// tanh(score + shift) is no shifted tanh(score).
    void keysOfCappedScoresStayAsTheyAre()
    {
        Graph graph = graphOf("qwen2");
        for (Operation& operation : graph.operations) {
            if (auto* attention = std::get_if<AttentionAttributes>(&operation.attributes))
                attention->softcap = 50;
        }
        for (const CacheWriteAttributes* write : cacheWrites(compileProgram(graph, weightsOfOnes(graph), {})))
            QVERIFY(write->keyOffset.empty());
    }
};

MORU_TEST(KeyBiases)

} // namespace moru

#include "key_biases_test.moc"
