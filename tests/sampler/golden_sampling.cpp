#include "engine/api/sampling.h"
#include "tests/support/test_main.h"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

#include <nlohmann/json.hpp>

using namespace moru;
using nlohmann::json;

/// samplingDistribution against the logits processors of transformers (goldens/sampling).
class GoldenSampling : public QObject {
    Q_OBJECT

private slots:
    void distributionsAreTheReferences();
    void greedyIsTheReferences();
};

static std::vector<float> readLogits(const json& values)
{
    std::vector<float> logits;
    for (const json& value : values)
        logits.push_back(value.is_string() ? -std::numeric_limits<float>::infinity() : value.get<float>());
    return logits;
}

static SamplingOptions readOptions(const json& params)
{
    SamplingOptions options;
    options.repetitionPenalty = params.value("repetition_penalty", 1.0);
    options.frequencyPenalty = params.value("frequency_penalty", 0.0);
    options.presencePenalty = params.value("presence_penalty", 0.0);
    options.temperature = params.value("temperature", 1.0);
    options.topK = params.value("top_k", 0);
    options.topP = params.value("top_p", 1.0);
    options.minP = params.value("min_p", 0.0);
    return options;
}

static json readRows(const std::filesystem::path& file)
{
    std::ifstream stream(file);
    return json::parse(stream, nullptr, false);
}

static Result<std::vector<float>> distributionOf(const json& row)
{
    return samplingDistribution(readLogits(row.at("logits")),
        row.at("prompt_ids").get<std::vector<TokenId>>(), row.at("generated_ids").get<std::vector<TokenId>>(),
        readOptions(row.at("params")));
}

void GoldenSampling::distributionsAreTheReferences()
{
    MORU_NEED_SHARED();
    const json rows = readRows(*shared / "goldens/sampling/distributions.json");
    QVERIFY(rows.is_array() && rows.size() > 50);
    for (const json& row : rows) {
        const std::string name = row.at("name");
        const auto got = distributionOf(row);
        QVERIFY2(got.has_value(), name.c_str());
        const auto kept = row.at("kept").get<std::vector<std::size_t>>();
        const auto wanted = row.at("probs").get<std::vector<double>>();
        const double largest = *std::ranges::max_element(wanted);
        const double temperature = row.at("params").value("temperature", 1.0);
        const double allowed = temperature < 0.1 ? 1e-4 * largest : 2e-6;
        for (std::size_t id = 0; id < got->size(); ++id) {
            const auto place = std::ranges::find(kept, id);
            const double probability = static_cast<double>((*got)[id]);
            QVERIFY2((probability > 0) == (place != kept.end()), name.c_str());
            const bool isDense = wanted.size() == got->size();
            if (isDense || place != kept.end()) {
                const std::size_t at = isDense ? id : static_cast<std::size_t>(place - kept.begin());
                QVERIFY2(std::abs(probability - wanted[at]) <= allowed, name.c_str());
            }
        }
    }
}

void GoldenSampling::greedyIsTheReferences()
{
    MORU_NEED_SHARED();
    const json rows = readRows(*shared / "goldens/sampling/greedy.json");
    QVERIFY(rows.is_array() && !rows.empty());
    for (const json& row : rows) {
        const std::string name = row.at("name");
        const auto got = distributionOf(row);
        QVERIFY2(got.has_value(), name.c_str());
        const auto token = row.at("token").get<std::size_t>();
        QVERIFY2(
            (*got)[token] == 1.0F && std::ranges::count(*got, 0.0F) + 1 == std::ssize(*got), name.c_str());
    }
}

MORU_TEST(GoldenSampling)
#include "golden_sampling.moc"
