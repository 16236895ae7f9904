#include "engine/architectures/architecture.h"
#include "engine/loader/safetensors_writer.h"
#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"

#include <fstream>

namespace moru {

namespace {

using test::TinyModel;

/// Writes the checkpoint's tensors again, altered: `edit` may rename, reshape, retype or drop (empty name)
/// each.
void rewrite(const TinyModel& model, const std::function<void(PlannedTensor&)>& edit,
    std::vector<PlannedTensor> extra = {})
{
    std::vector<PlannedTensor> plan;
    {
        const auto file = SafeTensorsFile::open(model.weightsFile());
        for (const TensorView& tensor : file->tensors()) {
            plan.push_back({ tensor.name, tensor.dtype, tensor.shape });
            edit(plan.back());
            if (plan.back().name.empty())
                plan.pop_back();
        }
    }
    plan.insert(plan.end(), extra.begin(), extra.end());
    auto writer = SafeTensorsWriter::create(model.weightsFile(), plan);
    const std::vector<std::byte> zeros(std::size_t(writer->dataBytes()));
    QVERIFY(writer->write(zeros).has_value());
    QVERIFY(writer->finish().has_value());
}

Result<RecognisedModel> recognise(const TinyModel& model)
{
    auto checkpoint = Checkpoint::open(model.folder());
    if (!checkpoint)
        return std::unexpected(checkpoint.error());
    return recogniseModel(*checkpoint);
}

ErrorCode codeOf(const Result<RecognisedModel>& result)
{
    return result ? ErrorCode::Internal : result.error().code;
}

bool mentions(const Result<RecognisedModel>& result, std::string_view text)
{
    return !result && describe(result.error()).find(text) != std::string::npos;
}

} // namespace

class Recognition final : public QObject {
    Q_OBJECT
private slots:
    void everyFamilyRecognisesItsOwn()
    {
        for (const std::string& family : TinyModel::families()) {
            const auto model = recognise(TinyModel(family));
            QVERIFY2(model.has_value(), model ? "" : describe(model.error()).c_str());
            QCOMPARE(model->config.family, family);
        }
    }

    void namesAnArchitectureItDoesNotKnow()
    {
        const TinyModel model("llama", [](nlohmann::json&) { });
        nlohmann::json config = TinyModel::config("llama");
        config["model_type"] = "mamba";
        config["architectures"] = { "MambaForCausalLM" };
        std::ofstream(model.folder() / "config.json") << config.dump();
        const auto result = recognise(model);
        QCOMPARE(codeOf(result), ErrorCode::UnsupportedArchitecture);
        QVERIFY(mentions(result, "MambaForCausalLM"));
        QVERIFY(mentions(result, "qwen3_5")); // what is known is in the sentence
    }

    void namesTheTensorThatIsMissing()
    {
        const TinyModel model("qwen2");
        rewrite(model, [](PlannedTensor& tensor) {
            if (tensor.name == "model.layers.2.self_attn.k_proj.bias")
                tensor.name.clear();
        });
        const auto result = recognise(model);
        QCOMPARE(codeOf(result), ErrorCode::MissingTensor);
        QVERIFY(mentions(result, "model.layers.2.self_attn.k_proj.bias"));
    }

    void namesTheTensorOfTheWrongShape()
    {
        const TinyModel model("llama");
        rewrite(model, [](PlannedTensor& tensor) {
            if (tensor.name == "model.layers.1.mlp.down_proj.weight")
                std::swap(tensor.shape[0], tensor.shape[1]);
        });
        const auto result = recognise(model);
        QCOMPARE(codeOf(result), ErrorCode::WrongShape);
        QVERIFY(mentions(result, "model.layers.1.mlp.down_proj.weight"));
        QVERIFY(mentions(result, "[48, 32]"));
        QVERIFY(mentions(result, "[32, 48]"));
    }

    void namesTheTensorOfTheWrongKind()
    {
        const TinyModel model("llama");
        rewrite(model, [](PlannedTensor& tensor) {
            if (tensor.name == "model.norm.weight")
                tensor.dtype = DType::I64;
        });
        const auto result = recognise(model);
        QCOMPARE(codeOf(result), ErrorCode::WrongDtype);
        QVERIFY(mentions(result, "I64"));
    }

    void refusesATensorThatItDoesNotKnow()
    {
        const TinyModel model("llama");
        rewrite(model, [](PlannedTensor&) { },
            { { "model.layers.0.self_attn.q_norm.weight", DType::BF16, { 16 } } });
        QCOMPARE(codeOf(recognise(model)), ErrorCode::UnexpectedTensor);
    }

    /// models.md 7.2: a tied checkpoint may carry a redundant lm_head.
    void ignoresAHeadThatIsTied()
    {
        const TinyModel model("qwen3");
        rewrite(model, [](PlannedTensor&) { }, { { "lm_head.weight", DType::BF16, { 61, 32 } } });
        QVERIFY(recognise(model).has_value());
    }

    void needsAHeadThatIsNotTied()
    {
        const TinyModel model("llama", [](nlohmann::json& config) { config["tie_word_embeddings"] = false; });
        QVERIFY(recognise(model).has_value());
        rewrite(model, [](PlannedTensor& tensor) {
            if (tensor.name == "lm_head.weight")
                tensor.name.clear();
        });
        QVERIFY(mentions(recognise(model), "lm_head.weight"));
    }

    void findsTheDecoderUnderEachPrefix()
    {
        for (const std::string prefix : { "language_model.model.", "model.language_model.", "model." }) {
            const TinyModel model("gemma3");
            rewrite(model,
                [&](PlannedTensor& tensor) { tensor.name.replace(0, std::string("model.").size(), prefix); },
                { { "vision_tower.vision_model.post_layernorm.weight", DType::BF16, { 4 } } });
            const auto result = recognise(model);
            QVERIFY2(result.has_value(), result ? "" : describe(result.error()).c_str());
            QCOMPARE(result->config.tensorPrefix, prefix);
        }
    }

    /// Mistake 30: the next-token predictor is not a decoder layer.
    void ignoresTheNextTokenPredictor()
    {
        const TinyModel model("qwen3_5");
        rewrite(model, [](PlannedTensor&) { },
            { { "mtp.layers.0.input_layernorm.weight", DType::BF16, { 32 } } });
        const auto result = recognise(model);
        QVERIFY(result.has_value());
        QCOMPARE(result->config.layerCount, 4);
    }

    /// Mistake 25: a conversion that turned the convolution has shifted the norms too.
    void refusesAConvolutionThatWasTurned()
    {
        const TinyModel model("qwen3_5");
        rewrite(model, [](PlannedTensor& tensor) {
            if (tensor.name.ends_with("conv1d.weight"))
                std::swap(tensor.shape[1], tensor.shape[2]);
        });
        const auto result = recognise(model);
        QCOMPARE(codeOf(result), ErrorCode::WrongShape);
        QVERIFY(mentions(result, "conv1d.weight"));
    }
};

MORU_TEST(Recognition)

} // namespace moru

#include "recognition_test.moc"
