#include "engine/api/import.h"

#include "engine/core/dtype.h"
#include "engine/loader/checkpoint.h"
#include "engine/loader/gguf_merges.h"
#include "tests/loader/gguf_maker.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace moru;
using nlohmann::json;
using test::FolderMaker;
using test::GgufMaker;

namespace {

constexpr std::uint64_t kHidden = 32;

/// Each row filled with its own number, counted from `first`.
std::vector<float> numberedRows(std::uint64_t rows, float first = 0)
{
    std::vector<float> values;
    for (std::uint64_t row = 0; row < rows; ++row)
        values.insert(values.end(), kHidden, first + static_cast<float>(row));
    return values;
}

/// Sizes and vocabulary of a model with five tokens, without tensors.
GgufMaker metadataOf(const std::string& family)
{
    GgufMaker maker;
    maker.text("general.architecture", family);
    maker.u32(family + ".block_count", 1);
    maker.u32(family + ".context_length", 64);
    maker.u32(family + ".feed_forward_length", 48);
    maker.u32(family + ".attention.head_count", 2);
    maker.u32(family + ".attention.head_count_kv", 1);
    maker.f32(family + ".attention.layer_norm_rms_epsilon", 1e-5F);
    maker.f32(family + ".rope.freq_base", 10000.0F);
    return maker;
}

void addByteLevelTokenizer(GgufMaker& maker, const char* split)
{
    maker.text("tokenizer.ggml.model", "gpt2");
    maker.text("tokenizer.ggml.pre", split);
    maker.texts("tokenizer.ggml.tokens", { "<|end|>", "a", "b", "ab", "[PAD4]" });
    maker.i32s("tokenizer.ggml.token_type", { 3, 1, 1, 1, 5 });
    maker.texts("tokenizer.ggml.merges", { "a b" });
    maker.u32("tokenizer.ggml.bos_token_id", 0);
    maker.u32("tokenizer.ggml.eos_token_id", 0);
    maker.u32("tokenizer.ggml.padding_token_id", 0);
    maker.u32("tokenizer.ggml.unknown_token_id", 0);
    maker.text("tokenizer.chat_template", "{{ messages }}");
}

GgufMaker llama()
{
    GgufMaker maker = metadataOf("llama");
    addByteLevelTokenizer(maker, "smollm");
    return maker;
}

void addEmbedding(GgufMaker& maker)
{
    maker.tensorF32("token_embd.weight", { 5, kHidden }, numberedRows(5));
}

GgufMaker gemma3()
{
    GgufMaker maker = metadataOf("gemma3");
    maker.u32("gemma3.attention.key_length", 4);
    maker.u32("gemma3.attention.sliding_window", 16);
    maker.text("tokenizer.ggml.model", "llama");
    maker.texts("tokenizer.ggml.tokens", { "<bos>", "<unk>", "  ", "\u2581", "<0x41>" });
    maker.i32s("tokenizer.ggml.token_type", { 3, 3, 4, 1, 6 });
    maker.f32s("tokenizer.ggml.scores", { -1000, -1000, -1000, 0, 0 });
    maker.u32("tokenizer.ggml.bos_token_id", 0);
    maker.u32("tokenizer.ggml.unknown_token_id", 1);
    return maker;
}

std::vector<float> valuesOf(const Checkpoint& checkpoint, const char* name)
{
    const TensorView* tensor = checkpoint.find(name);
    if (!tensor)
        return {};
    std::vector<float> values(static_cast<std::size_t>(tensor->elementCount()));
    convertToFloat(tensor->dtype, tensor->bytes.data(), values.data(), values.size());
    return values;
}

struct Imported {
    FolderMaker base;
    Result<ImportReport> report;
    Result<Checkpoint> checkpoint = failure(ErrorCode::Internal, "", "not opened");

    explicit Imported(const GgufMaker& maker)
        : report(importGguf(base.write("x.gguf", maker.bytes()), base.path("out"), nullptr, {}))
    {
        if (report)
            checkpoint = Checkpoint::open(base.path("out"));
    }
    [[nodiscard]] json read(const char* name) const
    {
        return json::parse(base.read(std::string("out/") + name));
    }
    [[nodiscard]] std::string why() const { return report ? "" : describe(report.error()); }
};

} // namespace

class GgufImport : public QObject {
    Q_OBJECT
private slots:
    void writesACompleteFolder();
    void llamaRowsOfHeadsAreUntangled();
    void gemmaNormsLoseTheirOne();
    void gemmaTokenizerIsRebuilt();
    void qwenPaddingIsNoToken();
    void embeddingsStoredTwiceBecomeOne();
    void differentOutputMatrixStaysItsOwn();
    void mergesFollowScoresThenLengths();
    void progressReachesTheEnd();
    void cancelLeavesNothing();
    void errorsLeaveNothing_data();
    void errorsLeaveNothing();
    void nothingIsOverwritten();
    void emptyFolderMayBeFilled();
    void missingParentsAreMade();
};

void GgufImport::writesACompleteFolder()
{
    GgufMaker maker = llama();
    addEmbedding(maker);
    maker.tensorF32("blk.0.ffn_norm.weight", { kHidden }, numberedRows(1, 3));
    const Imported imported(maker);
    QVERIFY2(imported.report, imported.why().c_str());
    QCOMPARE(imported.report->family, std::string("llama"));
    QCOMPARE(imported.report->tensorCount, 2);
    QVERIFY(imported.report->folder == imported.base.path("out"));
    QVERIFY(imported.checkpoint);
    QVERIFY(imported.checkpoint->find("model.layers.0.post_attention_layernorm.weight"));
    const json& config = imported.checkpoint->config();
    QCOMPARE(config["model_type"].get<std::string>(), std::string("llama"));
    QCOMPARE(config["rms_norm_eps"].get<double>(), 1e-5); // not 9.99999974e-06
    QCOMPARE(config["tie_word_embeddings"].get<bool>(), true);
    QVERIFY(!config.contains("head_dim")); // the class derives it
    const json tokenizer = imported.read("tokenizer.json");
    QCOMPARE(tokenizer["model"]["vocab"]["ab"].get<int>(), 3);
    QCOMPARE(tokenizer["model"]["merges"][0].get<std::string>(), std::string("a b"));
    QCOMPARE(tokenizer["added_tokens"][0]["content"].get<std::string>(), std::string("<|end|>"));
    QCOMPARE(imported.read("tokenizer_config.json")["chat_template"].get<std::string>(),
        std::string("{{ messages }}"));
    QCOMPARE(imported.base.names().size(), std::size_t { 2 }); // x.gguf and out, nothing temporary
}

void GgufImport::llamaRowsOfHeadsAreUntangled()
{
    GgufMaker maker = llama();
    addEmbedding(maker);
    maker.tensorF32("blk.0.attn_q.weight", { 8, kHidden }, numberedRows(8)); // two heads of four rows
    maker.tensorF32("blk.0.attn_k.weight", { 4, kHidden }, numberedRows(4));
    maker.tensorF32("blk.0.attn_v.weight", { 4, kHidden }, numberedRows(4));
    const Imported imported(maker);
    QVERIFY2(imported.checkpoint, imported.why().c_str());
    const auto firstOfRows = [&](const char* name) {
        const std::vector<float> values = valuesOf(*imported.checkpoint, name);
        std::vector<float> firsts;
        for (std::size_t i = 0; i < values.size(); i += kHidden)
            firsts.push_back(values[i]);
        return firsts;
    };
    QVERIFY((firstOfRows("model.layers.0.self_attn.q_proj.weight")
        == std::vector<float> { 0, 2, 1, 3, 4, 6, 5, 7 }));
    QVERIFY((firstOfRows("model.layers.0.self_attn.k_proj.weight") == std::vector<float> { 0, 2, 1, 3 }));
    QVERIFY((firstOfRows("model.layers.0.self_attn.v_proj.weight") == std::vector<float> { 0, 1, 2, 3 }));
}

void GgufImport::gemmaNormsLoseTheirOne()
{
    GgufMaker maker = gemma3();
    addEmbedding(maker);
    for (const char* name : { "output_norm", "blk.0.attn_norm", "blk.0.post_attention_norm", "blk.0.ffn_norm",
             "blk.0.post_ffw_norm", "blk.0.attn_q_norm" })
        maker.tensorF32(std::string(name) + ".weight", { kHidden }, numberedRows(1, 1.5F));
    maker.tensorF32("blk.0.attn_q.weight", { 8, kHidden }, numberedRows(8));
    const Imported imported(maker);
    QVERIFY2(imported.checkpoint, imported.why().c_str());
    for (const char* name : { "model.norm", "model.layers.0.input_layernorm",
             "model.layers.0.post_attention_layernorm", "model.layers.0.pre_feedforward_layernorm",
             "model.layers.0.post_feedforward_layernorm", "model.layers.0.self_attn.q_norm" })
        QCOMPARE(valuesOf(*imported.checkpoint, (std::string(name) + ".weight").c_str()).at(0), 0.5F);
    QCOMPARE(valuesOf(*imported.checkpoint, "model.layers.0.self_attn.q_proj.weight").at(kHidden), 1.0F);
    const json& config = imported.checkpoint->config();
    QCOMPARE(config["layer_types"][0].get<std::string>(), std::string("sliding_attention"));
    QCOMPARE(config["head_dim"].get<int>(), 4);
    QVERIFY(!config.contains("eos_token_id")); // the file names none
}

void GgufImport::gemmaTokenizerIsRebuilt()
{
    GgufMaker maker = gemma3();
    addEmbedding(maker);
    const Imported imported(maker);
    QVERIFY2(imported.report, imported.why().c_str());
    const json tokenizer = imported.read("tokenizer.json");
    QCOMPARE(tokenizer["model"]["vocab"]["\u2581\u2581"].get<int>(), 2); // stored with plain spaces
    QVERIFY(tokenizer["model"]["merges"] == json::parse(R"([["▁", "▁"]])"));
    QCOMPARE(tokenizer["added_tokens"].size(), std::size_t { 3 });
    QCOMPARE(tokenizer["added_tokens"][0]["special"].get<bool>(), true);
    QCOMPARE(tokenizer["added_tokens"][2]["special"].get<bool>(), false);
    QCOMPARE(tokenizer["post_processor"]["special_tokens"]["<bos>"]["ids"][0].get<int>(), 0);
    QVERIFY(!imported.read("tokenizer_config.json").contains("chat_template")); // a base model
}

void GgufImport::qwenPaddingIsNoToken()
{
    GgufMaker maker = metadataOf("qwen2");
    addByteLevelTokenizer(maker, "qwen2");
    addEmbedding(maker);
    maker.tensorF32("blk.0.attn_q.bias", { kHidden }, numberedRows(1, 2));
    const Imported imported(maker);
    QVERIFY2(imported.checkpoint, imported.why().c_str());
    QVERIFY(imported.checkpoint->find("model.layers.0.self_attn.q_proj.bias"));
    const json tokenizer = imported.read("tokenizer.json");
    QCOMPARE(tokenizer["model"]["vocab"].size(), std::size_t { 3 });
    QCOMPARE(tokenizer["normalizer"]["type"].get<std::string>(), std::string("NFC"));
    QVERIFY(imported.read("tokenizer_config.json")["bos_token"].is_null());
    QCOMPARE(imported.read("generation_config.json")["repetition_penalty"].get<double>(), 1.1);
}

void GgufImport::embeddingsStoredTwiceBecomeOne()
{
    GgufMaker maker = llama();
    addEmbedding(maker);
    std::string blocks; // the same matrix in Q8_0: scale of half precision, then 32 signed bytes
    for (char row = 0; row < 5; ++row)
        blocks += std::string("\x00\x3c", 2) + std::string(32, row);
    maker.tensor("output.weight", { 5, kHidden }, 8, blocks);
    const Imported imported(maker);
    QVERIFY2(imported.checkpoint, imported.why().c_str());
    QCOMPARE(imported.report->tensorCount, 1);
    QVERIFY(imported.checkpoint->find("model.embed_tokens.weight"));
    QVERIFY(imported.checkpoint->config()["tie_word_embeddings"].get<bool>());
}

void GgufImport::differentOutputMatrixStaysItsOwn()
{
    GgufMaker maker = llama();
    addEmbedding(maker);
    maker.tensorF32("output.weight", { 5, kHidden }, numberedRows(5, -4));
    const Imported imported(maker);
    QVERIFY2(imported.checkpoint, imported.why().c_str());
    QCOMPARE(valuesOf(*imported.checkpoint, "lm_head.weight").at(0), -4.0F);
    QCOMPARE(valuesOf(*imported.checkpoint, "model.embed_tokens.weight").at(kHidden), 1.0F);
    QVERIFY(!imported.checkpoint->config()["tie_word_embeddings"].get<bool>());

    GgufMaker gemma = gemma3(); // whose files are tied where nothing is said
    addEmbedding(gemma);
    gemma.tensorF32("output.weight", { 5, kHidden }, numberedRows(5, -4));
    const Imported other(gemma);
    QVERIFY2(other.checkpoint, other.why().c_str());
    QVERIFY(!other.checkpoint->config()["tie_word_embeddings"].get<bool>());
}

void GgufImport::mergesFollowScoresThenLengths()
{
    const std::vector<std::string_view> texts { "a", "b", "ab", "aba", "ba", "한", "한a", "hidden", "\n",
        "\n\n", "\n\n\n" };
    const std::vector<double> scores { -9, -9, -1, -3, -2, -9, -0.5, 0, 0, 0, 0 };
    std::vector<bool> takesPart(texts.size(), true);
    takesPart[7] = false;
    const auto merges = mergesOfScores(texts, scores, takesPart);
    std::string text;
    for (const auto& [left, right] : merges)
        text += std::string(left) + "+" + std::string(right) + " ";
    QCOMPARE(text, std::string("\n\n+\n \n+\n\n \n+\n 한+a a+b b+a ab+a a+ba "));
    const std::vector<double> notNumbers(texts.size(), std::nan(""));
    QCOMPARE(mergesOfScores(texts, notNumbers, takesPart).size(), merges.size());
}

void GgufImport::progressReachesTheEnd()
{
    GgufMaker maker = llama();
    addEmbedding(maker);
    const FolderMaker base;
    std::vector<ImportProgress> seen;
    const auto report = importGguf(base.write("x.gguf", maker.bytes()), base.path("out"),
        [&seen](const ImportProgress& progress) { seen.push_back(progress); }, {});
    QVERIFY(report && !seen.empty());
    QCOMPARE(seen.back().bytesDone, seen.back().bytesTotal);
    QCOMPARE(seen.back().bytesTotal, std::uint64_t { 5 * kHidden * 2 });
    QCOMPARE(seen.back().tensor, std::string("model.embed_tokens.weight"));
}

void GgufImport::cancelLeavesNothing()
{
    GgufMaker maker = llama();
    addEmbedding(maker);
    maker.tensorF32("output_norm.weight", { kHidden }, numberedRows(1));
    const FolderMaker base;
    const auto gguf = base.write("x.gguf", maker.bytes());
    std::stop_source stop;
    bool wasVisible = false;
    const auto report = importGguf(
        gguf, base.path("out"),
        [&](const ImportProgress&) {
            wasVisible = std::filesystem::exists(base.path("out"));
            stop.request_stop();
        },
        stop.get_token());
    QVERIFY(report.error().code == ErrorCode::Cancelled);
    QVERIFY(!wasVisible);
    QVERIFY((base.names() == std::vector<std::string> { "x.gguf" }));
}

void GgufImport::errorsLeaveNothing_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, ErrorCode code, GgufMaker maker, auto bend) {
        bend(maker);
        QTest::newRow(name) << QByteArray::fromStdString(maker.bytes()) << static_cast<int>(code);
    };
    using enum ErrorCode;
    const auto withEmbedding = [](GgufMaker maker) {
        addEmbedding(maker);
        return maker;
    };
    const auto nothing = [](GgufMaker&) { };
    row("no architecture", InvalidConfig, GgufMaker(), nothing);
    row("another architecture", UnsupportedArchitecture, withEmbedding(metadataOf("bert")), nothing);
    row("no embedding", MissingTensor, llama(), nothing);
    row("embedding a vector", WrongShape, llama(),
        [](GgufMaker& m) { m.tensorF32("token_embd.weight", { kHidden }, numberedRows(1)); });
    row("unknown tensor", UnexpectedTensor, withEmbedding(llama()),
        [](GgufMaker& m) { m.tensorF32("rope_freqs.weight", { kHidden }, numberedRows(1)); });
    row("unknown part of a layer", UnexpectedTensor, withEmbedding(llama()),
        [](GgufMaker& m) { m.tensorF32("blk.0.ffn_gate_exps.weight", { kHidden }, numberedRows(1)); });
    row("layer beyond the count", UnexpectedTensor, withEmbedding(llama()),
        [](GgufMaker& m) { m.tensorF32("blk.1.attn_norm.weight", { kHidden }, numberedRows(1)); });
    row("layer beyond int", UnexpectedTensor, withEmbedding(llama()),
        [](GgufMaker& m) { m.tensorF32("blk.99999999999.attn_norm.weight", { kHidden }, numberedRows(1)); });
    row("one layer in two spellings", InvalidHeader, withEmbedding(llama()), [](GgufMaker& m) {
        m.tensorF32("blk.0.attn_norm.weight", { kHidden }, numberedRows(1));
        m.tensorF32("blk.00.attn_norm.weight", { kHidden }, numberedRows(1));
    });
    row("rows that are no heads", WrongShape, withEmbedding(llama()),
        [](GgufMaker& m) { m.tensorF32("blk.0.attn_q.weight", { 6, kHidden }, numberedRows(6)); });
    row("scaling that cannot be written", UnsupportedArchitecture, withEmbedding(llama()),
        [](GgufMaker& m) { m.text("llama.rope.scaling.type", "yarn"); });
    row("no tokenizer", MissingTokenizer, withEmbedding(metadataOf("llama")), nothing);
    const auto byteLevel = [&](const char* split) {
        GgufMaker maker = metadataOf("llama");
        addByteLevelTokenizer(maker, split);
        return withEmbedding(maker);
    };
    row("unknown split", UnsupportedTokenizer, byteLevel("falcon"), nothing);
    const auto bare = [&](const std::vector<std::string>& tokens, const std::vector<int>& kinds) {
        GgufMaker maker = metadataOf("llama");
        maker.text("tokenizer.ggml.model", "gpt2");
        maker.text("tokenizer.ggml.pre", "smollm");
        maker.texts("tokenizer.ggml.tokens", tokens);
        maker.i32s("tokenizer.ggml.token_type", kinds);
        return withEmbedding(maker);
    };
    row("kinds missing", InvalidTokenizer, bare({ "a", "b" }, { 1 }), nothing);
    row("token twice", InvalidTokenizer, bare({ "a", "a" }, { 1, 1 }), nothing);
    row("no merges", InvalidTokenizer, bare({ "a", "b" }, { 1, 1 }), nothing);
    row("merge of one part", InvalidTokenizer, bare({ "a", "b" }, { 1, 1 }),
        [](GgufMaker& m) { m.texts("tokenizer.ggml.merges", { "ab" }); });
    row("merge of three parts", InvalidTokenizer, bare({ "a", "b" }, { 1, 1 }),
        [](GgufMaker& m) { m.texts("tokenizer.ggml.merges", { "a b c" }); });
    row("token id outside", InvalidConfig, bare({ "a", "b" }, { 1, 1 }),
        [](GgufMaker& m) { m.u32("tokenizer.ggml.eos_token_id", 2); });
}

void GgufImport::errorsLeaveNothing()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, code);
    const FolderMaker base;
    const auto report = importGguf(base.write("x.gguf", bytes.toStdString()), base.path("out"), nullptr, {});
    QVERIFY(!report);
    QVERIFY2(static_cast<int>(report.error().code) == code, describe(report.error()).c_str());
    QVERIFY((base.names() == std::vector<std::string> { "x.gguf" }));
}

void GgufImport::nothingIsOverwritten()
{
    GgufMaker maker = llama();
    addEmbedding(maker);
    const FolderMaker base;
    const auto gguf = base.write("x.gguf", maker.bytes());
    base.write("out", "precious");
    QVERIFY(importGguf(gguf, base.path("out"), nullptr, {}).error().code == ErrorCode::InvalidRequest);
    QCOMPARE(base.read("out"), std::string("precious"));
    std::filesystem::create_directory(base.path("full"));
    base.write("full/file", "precious");
    QVERIFY(importGguf(gguf, base.path("full"), nullptr, {}).error().code == ErrorCode::InvalidRequest);
    QCOMPARE(base.read("full/file"), std::string("precious"));
}

void GgufImport::emptyFolderMayBeFilled()
{
    GgufMaker maker = llama();
    addEmbedding(maker);
    const FolderMaker base;
    std::filesystem::create_directory(base.path("out"));
    QVERIFY(importGguf(base.write("x.gguf", maker.bytes()), base.path("out"), nullptr, {}));
    QVERIFY(Checkpoint::open(base.path("out")));
}

void GgufImport::missingParentsAreMade()
{
    GgufMaker maker = llama();
    addEmbedding(maker);
    const FolderMaker base;
    const auto gguf = base.write("x.gguf", maker.bytes());
    QVERIFY(importGguf(gguf, base.path("모델/안/out/"), nullptr, {})); // with a slash at the end
    QVERIFY(Checkpoint::open(base.path("모델/안/out")));
}

MORU_TEST(GgufImport)
#include "import_test.moc"
