#include "engine/loader/generation_defaults.h"

#include "tests/loader/folder_maker.h"
#include "tests/support/test_main.h"

#include <map>

using namespace moru;
using nlohmann::json;
using test::FolderMaker;

namespace {

/// Knows two spellings and nothing else.
class TwoTokens final : public Tokenizer {
public:
    [[nodiscard]] std::vector<TokenId> encode(std::string_view, EncodeOptions) const override { return {}; }
    [[nodiscard]] std::vector<TokenId> encodeRendered(
        std::string_view, std::span<const ByteRange>) const override
    {
        return {};
    }
    [[nodiscard]] std::string decode(std::span<const TokenId>, bool) const override { return {}; }
    [[nodiscard]] std::unique_ptr<StreamingDecoder> streamingDecoder(bool) const override { return nullptr; }
    [[nodiscard]] int tokenCount() const override { return 10; }
    [[nodiscard]] std::string_view tokenText(TokenId) const override { return {}; }
    [[nodiscard]] std::optional<TokenId> tokenId(std::string_view spelling) const override
    {
        if (spelling == "<|im_end|>")
            return 7;
        return spelling == "</s>" ? std::optional<TokenId>(2) : std::nullopt;
    }
    [[nodiscard]] bool isSpecial(TokenId) const override { return false; }
    [[nodiscard]] bool isControl(TokenId) const override { return false; }
    [[nodiscard]] std::span<const TokenId> prefix() const override { return {}; }
};

SamplingOptions samplingOf(const char* generationConfig, bool* isFromModel = nullptr)
{
    const FolderMaker folder;
    folder.write("generation_config.json", generationConfig);
    const auto defaults = readGenerationDefaults(folder.path(), json::object(), nullptr);
    if (!defaults)
        return { .temperature = -1 };
    if (isFromModel)
        *isFromModel = defaults->samplingIsFromModel;
    return defaults->sampling;
}

} // namespace

class GenerationConfig : public QObject {
    Q_OBJECT
private slots:
    void withoutTheFileMoruChooses();
    void fileWithoutSamplingKeysLeavesItToMoru();
    void valuesOfTheFileWin();
    void samplingModelIsCompletedAsItsMakersSawIt();
    void filtersCountOnlyWhenTheModelSamples();
    void minPIsZeroBesideOtherFilters();
    void familyCardStandsInForAMissingFile();
    void endTokensAreTheUnionOfAllFiles();
    void endTokenMayBeAnObject();
    void unknownEndTokenIsNoEndToken();
    void hostileFilesAreErrors_data();
    void hostileFilesAreErrors();
};

void GenerationConfig::withoutTheFileMoruChooses()
{
    const FolderMaker folder;
    const auto defaults = readGenerationDefaults(folder.path(), json::object(), nullptr);
    QVERIFY(defaults);
    QCOMPARE(defaults->sampling.temperature, 0.7);
    QCOMPARE(defaults->sampling.topK, 40);
    QCOMPARE(defaults->sampling.topP, 0.95);
    QCOMPARE(defaults->sampling.minP, 0.05);
    QCOMPARE(defaults->sampling.repetitionPenalty, 1.0);
    QVERIFY(!defaults->samplingIsFromModel);
    QVERIFY(defaults->endTokenIds.empty());
}

void GenerationConfig::fileWithoutSamplingKeysLeavesItToMoru()
{
    bool isFromModel = true;
    const SamplingOptions options = samplingOf(R"({"eos_token_id":2,"do_sample":true})", &isFromModel);
    QCOMPARE(options.temperature, 0.7);
    QCOMPARE(options.topK, 40);
    QVERIFY(!isFromModel);
}

void GenerationConfig::valuesOfTheFileWin()
{
    bool isFromModel = false;
    const SamplingOptions options = samplingOf(
        R"({"do_sample":true,"temperature":0.6,"top_p":0.8,"top_k":20,"min_p":0.1,"repetition_penalty":1.1,)"
        R"("presence_penalty":1.5,"frequency_penalty":0.5})",
        &isFromModel);
    QVERIFY(isFromModel);
    QCOMPARE(options.temperature, 0.6);
    QCOMPARE(options.topP, 0.8);
    QCOMPARE(options.topK, 20);
    QCOMPARE(options.minP, 0.1);
    QCOMPARE(options.repetitionPenalty, 1.1);
    QCOMPARE(options.presencePenalty, 1.5);
    QCOMPARE(options.frequencyPenalty, 0.5);
}

void GenerationConfig::samplingModelIsCompletedAsItsMakersSawIt()
{
    const SamplingOptions llama = samplingOf(R"({"do_sample":true,"temperature":0.6,"top_p":0.9})");
    QCOMPARE(llama.topK, 50); // models.md 5.5
    const SamplingOptions gemma = samplingOf(R"({"do_sample":true,"top_k":64,"top_p":0.95})");
    QCOMPARE(gemma.temperature, 1.0); // models.md 4.8
    QCOMPARE(samplingOf(R"({"do_sample":true,"temperature":0.5,"top_k":-1})").topK, 0);
}

void GenerationConfig::filtersCountOnlyWhenTheModelSamples()
{
    bool isFromModel = true;
    const SamplingOptions off
        = samplingOf(R"({"do_sample":false,"temperature":0.1,"top_k":1})", &isFromModel);
    QCOMPARE(off.temperature, 0.7);
    QCOMPARE(off.topK, 40);
    QVERIFY(!isFromModel);
    const SamplingOptions unsaid = samplingOf(R"({"temperature":0.1})", &isFromModel);
    QCOMPARE(unsaid.temperature, 0.1);
    QCOMPARE(unsaid.topK, 40);
    QVERIFY(isFromModel);
    QCOMPARE(samplingOf(R"({"do_sample":false,"repetition_penalty":1.2})").repetitionPenalty, 1.2);
}

void GenerationConfig::minPIsZeroBesideOtherFilters()
{
    QCOMPARE(samplingOf(R"({"do_sample":true,"top_k":20})").minP, 0.0);
    QCOMPARE(samplingOf(R"({"top_p":0.9})").minP, 0.0);
    QCOMPARE(samplingOf(R"({"temperature":0.9})").minP, 0.05);
}

void GenerationConfig::familyCardStandsInForAMissingFile()
{
    const SamplingOptions card { .presencePenalty = 1.5, .temperature = 1.0, .topK = 20 };
    const FolderMaker folder;
    auto defaults = readGenerationDefaults(folder.path(), json::object(), nullptr, card);
    QVERIFY(defaults && defaults->samplingIsFromModel);
    QCOMPARE(defaults->sampling.presencePenalty, 1.5);
    folder.write("generation_config.json", R"({"do_sample":true,"temperature":0.3})");
    defaults = readGenerationDefaults(folder.path(), json::object(), nullptr, card);
    QCOMPARE(defaults->sampling.temperature, 0.3);
    QCOMPARE(defaults->sampling.presencePenalty, 0.0);
}

void GenerationConfig::endTokensAreTheUnionOfAllFiles()
{
    const FolderMaker folder;
    folder.write("generation_config.json", R"({"eos_token_id":[9,1]})");
    folder.write("tokenizer_config.json", R"({"eos_token":"<|im_end|>"})");
    const json config = json::parse(R"({"eos_token_id":1,"text_config":{"eos_token_id":[3]}})");
    const TwoTokens tokenizer;
    auto defaults = readGenerationDefaults(folder.path(), config, &tokenizer);
    QVERIFY(defaults);
    QVERIFY((defaults->endTokenIds == std::vector<TokenId> { 1, 3, 7, 9 }));
    defaults = readGenerationDefaults(folder.path(), config, nullptr);
    QVERIFY((defaults->endTokenIds == std::vector<TokenId> { 1, 3, 9 }));
}

void GenerationConfig::endTokenMayBeAnObject()
{
    const FolderMaker folder;
    folder.write("tokenizer_config.json", R"({"eos_token":{"content":"</s>","lstrip":false}})");
    const TwoTokens tokenizer;
    const auto defaults = readGenerationDefaults(folder.path(), json::object(), &tokenizer);
    QVERIFY((defaults->endTokenIds == std::vector<TokenId> { 2 }));
}

void GenerationConfig::unknownEndTokenIsNoEndToken()
{
    const FolderMaker folder;
    const TwoTokens tokenizer;
    for (const char* text : { R"({"eos_token":"<nowhere>"})", R"({"eos_token":null})", "{}" }) {
        folder.write("tokenizer_config.json", text);
        const auto defaults = readGenerationDefaults(folder.path(), json::object(), &tokenizer);
        QVERIFY(defaults && defaults->endTokenIds.empty());
    }
}

void GenerationConfig::hostileFilesAreErrors_data()
{
    QTest::addColumn<QByteArray>("generation");
    QTest::addColumn<QByteArray>("tokenizer");
    QTest::addColumn<QByteArray>("config");
    const auto row = [](const char* name, const char* generation, const char* tokenizer, const char* config) {
        QTest::newRow(name) << QByteArray(generation) << QByteArray(tokenizer) << QByteArray(config);
    };
    row("not JSON", "{", "{}", "{}");
    row("a list", "[]", "{}", "{}");
    row("temperature a text", R"({"temperature":"hot"})", "{}", "{}");
    row("temperature negative", R"({"temperature":-1})", "{}", "{}");
    row("top_p above one", R"({"top_p":1.5})", "{}", "{}");
    row("top_k a fraction", R"({"top_k":1.5})", "{}", "{}");
    row("penalty zero", R"({"repetition_penalty":0})", "{}", "{}");
    row("do_sample a number", R"({"do_sample":1})", "{}", "{}");
    row("end token negative", R"({"eos_token_id":-2})", "{}", "{}");
    row("end token beyond int", R"({"eos_token_id":[4294967296]})", "{}", "{}");
    row("end token a text", R"({"eos_token_id":"</s>"})", "{}", "{}");
    row("tokenizer not JSON", "{}", "nonsense", "{}");
    row("tokenizer a list", "{}", "[1]", "{}");
    row("eos_token a number", "{}", R"({"eos_token":5})", "{}");
    row("eos_token's content a list", "{}", R"({"eos_token":{"content":[]}})", "{}");
    row("config's end token an object", "{}", "{}", R"({"eos_token_id":{}})");
    row("text_config a list", "{}", "{}", R"({"text_config":[]})");
}

void GenerationConfig::hostileFilesAreErrors()
{
    QFETCH(QByteArray, generation);
    QFETCH(QByteArray, tokenizer);
    QFETCH(QByteArray, config);
    const FolderMaker folder;
    folder.write("generation_config.json", generation.toStdString());
    folder.write("tokenizer_config.json", tokenizer.toStdString());
    const TwoTokens twoTokens;
    const auto defaults = readGenerationDefaults(folder.path(), json::parse(config.constData()), &twoTokens);
    QVERIFY(!defaults);
    const ErrorCode code = defaults.error().code;
    QVERIFY(code == ErrorCode::InvalidJson || code == ErrorCode::InvalidConfig);
    QVERIFY(defaults.error().where.starts_with(folder.path().string()));
}

MORU_TEST(GenerationConfig)
#include "generation_defaults_test.moc"
