#include "tests/program/program_maker.h"
#include "tests/support/test_main.h"

namespace moru {

namespace {

using test::graphOf;
using test::programOf;
using test::stepNames;
using Names = std::vector<std::string>;

int barriersInLayer(const Program& program, int layer)
{
    return int(std::ranges::count_if(
        program.steps, [&](const Step& step) { return step.layer == layer && step.barriers.manyRows; }));
}

QString joined(const Names& names)
{
    QString text;
    for (const std::string& name : names)
        text += QString::fromStdString(name) + QLatin1Char(' ');
    return text;
}

} // namespace

class Fusion final : public QObject {
    Q_OBJECT
private slots:
    void aLayerBecomesTheseSteps_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<int>("layer");
        QTest::addColumn<QString>("steps");
        const QString plain
            = QStringLiteral("attention_input qkv_projection k_rope cache_write q_rope attention_context "
                             "attention_output mlp_input gate_up mlp_output ");
        const QString normed
            = QStringLiteral("attention_input qkv_projection k_norm k_rope cache_write q_norm q_rope "
                             "attention_context attention_output mlp_input gate_up mlp_output ");
        QTest::newRow("gemma") << "gemma" << 0 << plain;
        QTest::newRow("llama") << "llama" << 1 << plain;
        QTest::newRow("qwen2") << "qwen2" << 2 << plain;
        QTest::newRow("qwen3") << "qwen3" << 3 << normed;
        QTest::newRow("gemma2")
            << "gemma2" << 0
            << QStringLiteral(
                   "attention_input qkv_projection k_rope cache_write q_rope attention_context "
                   "attention_output "
                   "post_attention_norm attention_residual mlp_input gate_up mlp_output post_mlp_norm "
                   "mlp_residual ");
        QTest::newRow("gemma3")
            << "gemma3" << 1
            << QStringLiteral(
                   "attention_input qkv_projection k_norm k_rope cache_write q_norm q_rope attention_context "
                   "attention_output post_attention_norm attention_residual mlp_input gate_up mlp_output "
                   "post_mlp_norm mlp_residual ");
        QTest::newRow("qwen3_5 linear")
            << "qwen3_5" << 0
            << QStringLiteral("attention_input qkv_z_b_a conv q_hat k_hat beta g delta_output gated_norm "
                              "attention_output mlp_input gate_up mlp_output ");
        QTest::newRow("qwen3_5 full")
            << "qwen3_5" << 3
            << QStringLiteral(
                   "attention_input qkv_projection k_norm k_rope cache_write query_and_gate q_norm q_rope "
                   "attention attention_context attention_output mlp_input gate_up mlp_output ");
    }
    void aLayerBecomesTheseSteps()
    {
        QFETCH(QString, family);
        QFETCH(int, layer);
        QFETCH(QString, steps);
        QCOMPARE(joined(stepNames(programOf(graphOf(family.toStdString())), layer)), steps);
    }

    void observedValuesAreNotFusedAway()
    {
        const Graph graph = graphOf("llama");
        CompileOptions options;
        for (const Operation& operation : graph.operations) {
            if (operation.layer == 1 && (operation.name == "gate" || operation.name == "mlp_output"))
                options.observed.emplace_back(operation.name, operation.outputs[0]);
        }
        const Program program = programOf(graph, options);
        const Names names = stepNames(program, 1);
        QVERIFY(std::ranges::find(names, "activation") != names.end());
        QVERIFY(std::ranges::find(names, "mlp_residual") != names.end());
        QCOMPARE(program.observed.size(), std::size_t(2));
        // Other layers are fused as ever.
        const Names others = stepNames(program, 0);
        QVERIFY(std::ranges::find(others, "activation") == others.end());
    }

    void packedProductsReadQuantisedInputs()
    {
        // Heads of 16 make k and v narrower than a panel: they stay as stored and read the float input.
        const Graph graph = graphOf("llama");
        const Program program = programOf(graph, {}, Precision::Int8);
        for (const Step& step : program.steps) {
            const bool isPacked = !step.matrices.empty() && step.matrices[0].format != WeightFormat::AsStored;
            for (const BoundMatrix& matrix : step.matrices)
                QCOMPARE(matrix.format != WeightFormat::AsStored, isPacked);
        }
        const auto quantisations = std::ranges::count_if(program.steps,
            [](const Step& step) { return std::holds_alternative<QuantiseAttributes>(step.attributes); });
        const auto products = std::ranges::count_if(program.steps, [](const Step& step) {
            return std::holds_alternative<LinearAttributes>(step.attributes)
                && step.matrices[0].format != WeightFormat::AsStored;
        });
        QVERIFY(products > 0);
        QCOMPARE(quantisations, products);
    }

    void aNormThatOnlyAProductReadsIsPartOfItsQuantisation()
    {
        const Graph graph = graphOf("llama", test::wideHeads);
        CompileOptions options;
        for (const Operation& operation : graph.operations) {
            if (operation.layer == 1 && operation.name == "mlp_input")
                options.observed.emplace_back(operation.name, operation.outputs[0]);
        }
        const Program program = programOf(graph, options, Precision::Int8);
        const Names fused = stepNames(program, 0);
        QCOMPARE(std::ranges::count(fused, "quantise"), 2); // before attention_output and mlp_output
        QCOMPARE(std::ranges::count(fused, "mlp_input"), 1);
        QCOMPARE(std::ranges::count(stepNames(program, 1), "quantise"), 3); // what is observed stays
    }

    void layersRotateTheirInputsAndTheHeadKeepsSixteenBits()
    {
        const Program program = programOf(graphOf("qwen3"), {}, Precision::Int8);
        int quantisations = 0;
        for (const Step& step : program.steps) {
            if (const auto* quantise = std::get_if<QuantiseAttributes>(&step.attributes)) {
                ++quantisations;
                QCOMPARE(quantise->format, step.isInHead ? InputFormat::Wide : InputFormat::RotatedWide);
            }
        }
        QVERIFY(quantisations > 1);
        // Decode waits for the weights, so 16 bits cost it nothing.
        QVERIFY(isWide(InputFormat::Rotated, 1) && isWide(InputFormat::Rotated, kFewTokens));
        QVERIFY(!isWide(InputFormat::Rotated, kFewTokens + 1));
        QVERIFY(isWide(InputFormat::Wide, 512) && isWide(InputFormat::RotatedWide, 512));
    }

    void int4KeepsEmbeddingAndHeadAtEightBits()
    {
        const Program program = programOf(graphOf("qwen3"), {}, Precision::Int4);
        bool hasHead = false;
        for (const Step& step : program.steps) {
            if (step.name != "logits" && step.name != "embedding")
                continue;
            hasHead = true;
            QVERIFY(step.matrices[0].format != WeightFormat::Int4);
        }
        QVERIFY(hasHead);
    }

    void tokenStepsInARowShareOneBarrierWhereRowsAreMany()
    {
        // norm | qkv | rope, write, rope | attention | output | norm | gate_up | down |
        QCOMPARE(barriersInLayer(programOf(graphOf("llama")), 1), 8);
    }

    void theSoftcapOfTheLogitsIsSharedByAllWorkers()
    {
        const Program program = programOf(graphOf("gemma2"));
        const Step& logits = program.steps.back();
        QCOMPARE(logits.name, std::string("logits"));
        QCOMPARE(std::get<LinearAttributes>(logits.attributes).epilogue, Epilogue::Softcap);
        QCOMPARE(std::get<LinearAttributes>(logits.attributes).cap, 30.0F);
    }

    void theHeadOfManyRowsStartsWithABarrier()
    {
        const Program program = programOf(graphOf("gemma2"));
        for (std::size_t i = 0; i + 1 < program.steps.size(); ++i) {
            if (program.steps[i].isInHead != program.steps[i + 1].isInHead)
                QVERIFY(program.steps[i].barriers.manyRows);
        }
        QVERIFY(program.steps.back().barriers.fewRowsByHeads);
    }
};

MORU_TEST(Fusion)

} // namespace moru

#include "fusion_test.moc"
