#include "engine/architectures/architecture.h"
#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"

#include <algorithm>

namespace moru {

namespace {

Result<ModelConfig> read(std::string_view family, const nlohmann::json& json)
{
    const auto found = std::ranges::find_if(
        architectures(), [&](const Architecture* candidate) { return candidate->family == family; });
    ModelConfig config;
    ConfigReader reader(json, "config.json");
    (*found)->readConfig(reader, config);
    if (auto done = reader.finish(); !done)
        return std::unexpected(done.error());
    return config;
}

nlohmann::json sizes(std::initializer_list<std::pair<const char*, nlohmann::json>> more)
{
    nlohmann::json json { { "hidden_size", 2560 }, { "intermediate_size", 10240 },
        { "num_hidden_layers", 34 } };
    for (const auto& [key, value] : more)
        json[key] = value;
    return json;
}

} // namespace

class Config final : public QObject {
    Q_OBJECT
private slots:
    /// The published gemma-3-4b-it names six keys only (models.md 4.1; mistake 13).
    void gemma3FillsInWhatTheShippedFileLeavesOut()
    {
        const auto c = read("gemma3",
            sizes({ { "sliding_window", 1024 },
                { "rope_scaling", { { "rope_type", "linear" }, { "factor", 8.0 } } } }));
        QVERIFY(c.has_value());
        QCOMPARE(c->headCount, 8);
        QCOMPARE(c->kvHeadCount, 4);
        QCOMPARE(c->headDim, 256);
        QCOMPARE(c->vocabularySize, 262208);
        QCOMPARE(c->contextLength, 131072);
        QCOMPARE(c->rope.theta, 1e6);
        QCOMPARE(c->rope.factor, 8.0);
        QCOMPARE(c->localRope.theta, 1e4);
        QVERIFY(c->localRope.scaling == RopeConfig::Scaling::None); // mistake 8
        QVERIFY(c->hasTiedHead);
        for (int layer = 0; layer < 34; ++layer)
            QCOMPARE(c->isLocal(layer), (layer + 1) % 6 != 0);
    }

    void gemma3AcceptsTheNewerSpelling()
    {
        const auto c = read("gemma3",
            sizes({ { "rope_parameters",
                { { "sliding_attention", { { "rope_type", "default" }, { "rope_theta", 1e4 } } },
                    { "full_attention",
                        { { "rope_type", "linear" }, { "factor", 8.0 }, { "rope_theta", 1e6 } } } } } }));
        QVERIFY(c.has_value());
        QCOMPARE(c->rope.factor, 8.0);
        QVERIFY(c->rope.scaling == RopeConfig::Scaling::Linear);
        QVERIFY(c->localRope.scaling == RopeConfig::Scaling::None);
    }

    /// Mistake 6: with layers counted from 0 the even ones slide.
    void gemma2SlidesOnEvenLayers()
    {
        const auto c = read("gemma2", sizes({ { "query_pre_attn_scalar", 256 } }));
        QVERIFY(c.has_value());
        for (int layer = 0; layer < c->layerCount; ++layer)
            QCOMPARE(c->isLocal(layer), layer % 2 == 0);
        QCOMPARE(c->slidingWindow, 4096);
    }

    /// Mistake 7: the scale comes from query_pre_attn_scalar, not from hiddenSize / headCount.
    void gemma2ScalesByItsOwnScalar()
    {
        QCOMPARE(read("gemma2", sizes({ { "query_pre_attn_scalar", 144 } }))->attentionScale(), 1.0 / 12);
        QCOMPARE(read("gemma2", sizes({}))->attentionScale(), 1.0 / 16);
    }

    /// Mistake 22: the window's keys of the published files are switched off.
    void qwen2IgnoresAWindowThatIsSwitchedOff()
    {
        auto json
            = sizes({ { "num_attention_heads", 12 }, { "num_key_value_heads", 2 }, { "vocab_size", 151936 },
                { "sliding_window", 32768 }, { "max_window_layers", 21 }, { "use_sliding_window", false } });
        json["hidden_size"] = 1536;
        const auto c = read("qwen2", json);
        QVERIFY(c.has_value());
        QCOMPARE(c->slidingWindow, 0);
        QCOMPARE(c->headDim, 128); // hiddenSize / headCount: the file has no head_dim
        json["use_sliding_window"] = true;
        QVERIFY(!read("qwen2", json).has_value());
    }

    void qwen35RotatesAQuarterOfEachHead()
    {
        const auto c = read("qwen3_5",
            sizes({ { "num_attention_heads", 16 }, { "num_key_value_heads", 4 }, { "vocab_size", 248320 },
                { "head_dim", 256 },
                { "rope_parameters",
                    { { "rope_type", "default" }, { "rope_theta", 1e7 },
                        { "partial_rotary_factor", 0.25 } } } }));
        QVERIFY(c.has_value());
        QCOMPARE(c->rope.rotaryDim, std::int64_t(64)); // mistake 29
        QVERIFY(c->isLocal(0) && c->isLocal(2) && !c->isLocal(3));
        QCOMPARE(c->cardSampling->topK, 20);
    }

    /// As in the reference: absent is the release's cap, null is none.
    void gemma2IsCappedUnlessTheFileSaysNull()
    {
        QCOMPARE(read("gemma2", sizes({}))->attentionSoftcap, 50.0);
        QCOMPARE(read("gemma2", sizes({}))->finalSoftcap, 30.0);
        const auto none = read("gemma2",
            sizes({ { "attn_logit_softcapping", nullptr }, { "final_logit_softcapping", nullptr } }));
        QCOMPARE(none->attentionSoftcap, 0.0);
        QCOMPARE(none->finalSoftcap, 0.0);
    }

    void shareToRotateIsFoundWhereverItStands()
    {
        const auto rotaryDim = [](nlohmann::json more) {
            nlohmann::json json = sizes({ { "num_attention_heads", 16 }, { "num_key_value_heads", 4 },
                { "vocab_size", 1000 }, { "head_dim", 256 } });
            json.update(more);
            return read("qwen3_5", json)->rope.rotaryDim;
        };
        QCOMPARE(rotaryDim(nlohmann::json::object()), std::int64_t(64));
        QCOMPARE(rotaryDim({ { "rope_parameters", { { "rope_theta", 1e7 } } } }), std::int64_t(64));
        QCOMPARE(rotaryDim({ { "partial_rotary_factor", 0.5 } }), std::int64_t(128));
        QCOMPARE(rotaryDim({ { "partial_rotary_factor", 0.5 },
                     { "rope_parameters", { { "partial_rotary_factor", 0.125 } } } }),
            std::int64_t(32));
    }

    void headSizeIsReadNotDerived()
    {
        const auto c = read("qwen3",
            sizes({ { "num_attention_heads", 16 }, { "num_key_value_heads", 8 }, { "vocab_size", 1000 },
                { "head_dim", 64 } }));
        QCOMPARE(c->headDim, 64);
    }

    void refusesWhatNoRegisteredModelHas_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("change");
        QTest::newRow("llama with attention bias") << "llama" << R"({"attention_bias": true})";
        QTest::newRow("yarn") << "llama" << R"({"rope_scaling": {"rope_type": "yarn", "factor": 4}})";
        QTest::newRow("heads do not divide") << "llama" << R"({"num_key_value_heads": 3})";
        QTest::newRow("odd head") << "llama" << R"({"head_dim": 15})";
        QTest::newRow("layer types too short") << "gemma3" << R"({"layer_types": ["full_attention"]})";
        QTest::newRow("unknown layer type")
            << "gemma2"
            << R"({"layer_types": ["full_attention", "x", "full_attention", "full_attention"]})";
        QTest::newRow("bands in the wrong order")
            << "llama"
            << R"({"rope_scaling": {"rope_type": "llama3", "factor": 8, "low_freq_factor": 4, "high_freq_factor": 1,
                   "original_max_position_embeddings": 8192}})";
        QTest::newRow("llama with relu") << "llama" << R"({"hidden_act": "relu"})";
        QTest::newRow("qwen2 with gelu") << "qwen2" << R"({"hidden_act": "gelu"})";
        QTest::newRow("qwen3 with gelu") << "qwen3" << R"({"hidden_act": "gelu"})";
        QTest::newRow("qwen3.5 with gelu") << "qwen3_5" << R"({"hidden_act": "gelu"})";
        QTest::newRow("gemma2 with silu") << "gemma2" << R"({"hidden_activation": "silu"})";
        QTest::newRow("gemma3 with silu") << "gemma3" << R"({"hidden_activation": "silu"})";
        QTest::newRow("value heads") << "qwen3_5" << R"({"linear_num_key_heads": 3})";
    }
    void refusesWhatNoRegisteredModelHas()
    {
        QFETCH(QString, family);
        QFETCH(QString, change);
        nlohmann::json json = test::TinyModel::config(family.toStdString());
        QVERIFY(read(family.toStdString(), json).has_value());
        json.merge_patch(nlohmann::json::parse(change.toStdString()));
        QVERIFY(!read(family.toStdString(), json).has_value());
    }
};

MORU_TEST(Config)

} // namespace moru

#include "config_test.moc"
