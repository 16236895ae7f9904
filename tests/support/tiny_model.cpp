#include "tests/support/tiny_model.h"

#include "engine/architectures/architecture.h"
#include "engine/loader/safetensors_writer.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>

namespace moru::test {

namespace {

constexpr int kVocabulary = 61;

nlohmann::json commonConfig()
{
    return { { "hidden_size", 32 }, { "intermediate_size", 48 }, { "num_hidden_layers", 4 },
        { "num_attention_heads", 4 }, { "num_key_value_heads", 2 }, { "head_dim", 16 },
        { "vocab_size", kVocabulary }, { "max_position_embeddings", 4096 }, { "tie_word_embeddings", true } };
}

/// Moves a matrix onto the grid of its format: whole multiples of a power of two, and in every group of
/// columns one number that fixes the group's scale to that power.
void snapToGrid(std::vector<float>& values, std::int64_t columns, TinyWeights weights)
{
    const bool isInt8 = weights == TinyWeights::Int8Exact;
    const std::int64_t group = isInt8 ? 128 : 32;
    const float largest = isInt8 ? 127.0F : -8.0F;
    const float limit = isInt8 ? 127.0F : 7.0F;
    // The power of two that keeps the numbers about as large as they were: three deviations reach the limit.
    const float unit = std::exp2(std::round(std::log2(3.0F / std::sqrt(float(columns)) / limit)));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool fixesScale = std::int64_t(i) % columns % group == 0;
        values[i] = unit * (fixesScale ? largest : std::clamp(std::round(values[i] / unit), -limit, limit));
    }
}

/// Norm weights near their neutral value, everything else small: activations stay healthy in any family.
void writeTensor(
    SafeTensorsWriter& writer, const WeightReference& weight, TinyWeights weights, std::mt19937& random)
{
    std::int64_t count = 1;
    for (const std::int64_t extent : weight.shape)
        count *= extent;
    const bool isMatrix = weight.use == WeightUse::Matrix;
    const float mean
        = weight.use == WeightUse::Vector && weight.tensor.find("norm") != std::string::npos ? 1.0F : 0.0F;
    const float spread = isMatrix ? 1.0F / std::sqrt(float(weight.shape.back())) : 0.3F;
    std::normal_distribution<float> normal(mean, spread);
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values)
        value = normal(random);
    if (isMatrix && weights != TinyWeights::Random)
        snapToGrid(values, weight.shape.back(), weights);
    std::vector<std::uint16_t> stored;
    for (const float value : values)
        stored.push_back(floatToBf16(value));
    const auto written = writer.write(std::as_bytes(std::span(stored)));
    Q_ASSERT(written.has_value());
}

} // namespace

nlohmann::json TinyModel::config(std::string_view family)
{
    nlohmann::json config = commonConfig();
    config["model_type"] = family;
    config["architectures"] = { std::string(family) + "ForTests" };
    if (family == "gemma2" || family == "gemma3")
        config["sliding_window"] = 8;
    if (family == "gemma2") {
        config["attn_logit_softcapping"] = 50.0;
        config["final_logit_softcapping"] = 30.0;
    }
    if (family == "gemma3") {
        config["model_type"] = "gemma3_text";
        config["sliding_window_pattern"] = 2;
        config["rope_scaling"] = { { "rope_type", "linear" }, { "factor", 8.0 } };
    }
    if (family == "qwen3_5") {
        config["model_type"] = "qwen3_5_text";
        config["linear_num_key_heads"] = 2;
        config["linear_num_value_heads"] = 4;
        config["linear_key_head_dim"] = 16;
        config["linear_value_head_dim"] = 16;
        config["rope_parameters"] = { { "rope_theta", 1e6 }, { "partial_rotary_factor", 0.25 } };
    }
    return config;
}

std::vector<std::string> TinyModel::families()
{
    std::vector<std::string> names;
    for (const Architecture* architecture : architectures())
        names.emplace_back(architecture->family);
    return names;
}

TinyModel::TinyModel(
    std::string_view family, const std::function<void(nlohmann::json&)>& change, TinyWeights weights)
{
    nlohmann::json json = config(family);
    if (change)
        change(json);
    std::ofstream(folder() / "config.json") << json.dump();
    const auto architecture = std::ranges::find_if(
        architectures(), [&](const Architecture* candidate) { return candidate->family == family; });
    ModelConfig sizes;
    ConfigReader reader(json, "config.json");
    (*architecture)->readConfig(reader, sizes);
    sizes.tensorPrefix = "model.";
    const Graph graph = (*architecture)->buildGraph(sizes);

    std::vector<PlannedTensor> plan;
    for (const WeightReference& weight : graph.weights)
        plan.push_back({ weight.tensor, DType::BF16, weight.shape });
    auto writer = SafeTensorsWriter::create(weightsFile(), plan);
    Q_ASSERT(writer.has_value());
    std::mt19937 random(
        7); // std::normal_distribution may differ between libraries; nothing here depends on values
    for (const WeightReference& weight : graph.weights)
        writeTensor(*writer, weight, weights, random);
    const auto finished = writer->finish();
    Q_ASSERT(finished.has_value());
}

std::shared_ptr<const LoadedModel> TinyModel::load(LoadOptions options) const
{
    auto model = loadModel(folder(), options, {}, {});
    if (!model) {
        QTest::qFail(describe(model.error()).c_str(), __FILE__, __LINE__);
        return nullptr;
    }
    return *model;
}

std::unique_ptr<InferenceSession> TinyModel::session(LoadOptions options) const
{
    auto model = load(options);
    if (!model)
        return nullptr;
    auto session = createSession(model);
    return session ? std::move(*session) : nullptr;
}

std::vector<TokenId> someIds(int count, int vocabulary, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<TokenId> ids;
    for (int i = 0; i < count; ++i)
        ids.push_back(TokenId(random() % unsigned(vocabulary)));
    return ids;
}

float largestDifference(std::span<const float> a, std::span<const float> b)
{
    if (a.size() != b.size())
        return std::numeric_limits<float>::infinity();
    float most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const float difference = std::abs(a[i] - b[i]);
        most = difference <= most ? most : difference; // NaN counts as larger
    }
    return most;
}

} // namespace moru::test
