#include "tests/support/test_main.h"
#include "tests/templates/folder_format.h"
#include "tests/templates/golden_case.h"

#include <QObject>
#include <QTemporaryDir>

#include <fstream>

#include <nlohmann/json.hpp>

using namespace moru;
using namespace moru::test;

/// Which format a model folder gets, and why.
class ChoosingAFormat : public QObject {
    Q_OBJECT

private slots:
    void templatesOfTheFamiliesAreTheBuiltInFormats_data();
    void templatesOfTheFamiliesAreTheBuiltInFormats();
    void foldersWithoutATemplateAreBaseModels();
    void smallModelsGetTheirFormats();
    void anotherWhiteSpaceMakesNoDifference();
    void aDifferentTemplateIsFollowed();
    void invertedThinkingIsFollowed();
    void aTemplateThatCannotBeReadGivesWayToTheBuiltIn();
    void anUnreadableTemplateWithoutMarksFallsBackOnTheVocabulary();
    void theJinjaFileWinsOverTheConfig();
    void listsOfTemplatesHaveADefault();
    void damagedFilesAreNamed();
};

static std::filesystem::path pathOf(const QTemporaryDir& folder)
{
    return folder.path().toStdString();
}

static void writeTemplate(const QTemporaryDir& folder, const std::string& source)
{
    std::ofstream(pathOf(folder) / "chat_template.jinja", std::ios::binary) << source;
}

static std::string qwen3Source(const std::filesystem::path& shared)
{
    return readJsonText(shared / "tokenizers/qwen3/tokenizer_config.json", "chat_template").value_or("");
}

static std::string replaced(std::string text, const std::string& before, const std::string& after)
{
    for (std::size_t at = text.find(before); at != std::string::npos;
        at = text.find(before, at + after.size()))
        text.replace(at, before.size(), after);
    return text;
}

void ChoosingAFormat::templatesOfTheFamiliesAreTheBuiltInFormats_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("format");
    QTest::newRow("gemma-3") << "gemma-3" << "gemma3";
    QTest::newRow("llama-3.2") << "llama-3.2" << "llama3";
    QTest::newRow("qwen2.5") << "qwen2.5" << "qwen2.5";
    QTest::newRow("qwen3") << "qwen3" << "qwen3";
    QTest::newRow("qwen3.5") << "qwen3.5" << "qwen3.5";
}

void ChoosingAFormat::templatesOfTheFamiliesAreTheBuiltInFormats()
{
    MORU_NEED_SHARED();
    QFETCH(QString, folder);
    QFETCH(QString, format);
    const auto tokenizer = sharedTokenizer(*shared, folder.toStdString());
    QVERIFY(tokenizer);
    const auto chosen = choosePromptFormat(*shared / "tokenizers" / folder.toStdString(), *tokenizer);
    QVERIFY2(chosen.has_value(), chosen ? "" : describe(chosen.error()).c_str());
    QCOMPARE(QString::fromUtf8(chosen->format->name().data()), format);
    QVERIFY(!chosen->isBaseModel);
    QCOMPARE(chosen->notice, PromptFormatNotice::None);
    QVERIFY(!chosen->difference);
    QVERIFY(tokenizer->tokenId(chosen->format->endOfTurn()).has_value());
}

void ChoosingAFormat::foldersWithoutATemplateAreBaseModels()
{
    MORU_NEED_SHARED();
    const QTemporaryDir empty;
    const std::pair<const char*, const char*> wanted[] { { "gemma", "gemma" }, { "gemma-2", "gemma" },
        { "gemma-3", "gemma3" }, { "llama-3.2", "llama3" }, { "qwen2.5", "qwen2.5" }, { "qwen3", "qwen3" },
        { "qwen3.5", "qwen3.5" } };
    for (const auto& [name, format] : wanted) {
        const auto chosen = choosePromptFormat(pathOf(empty), *sharedTokenizer(*shared, name));
        QVERIFY(chosen.has_value());
        QVERIFY(chosen->isBaseModel);
        QCOMPARE(chosen->format->name(), std::string_view(format));
    }
}

void ChoosingAFormat::smallModelsGetTheirFormats()
{
    int found = 0;
    const std::pair<const char*, const char*> wanted[] { { "smollm2-135m-instruct", "smollm2" },
        { "qwen2.5-coder-0.5b-instruct", "qwen2.5" }, { "gemma-3-270m", "gemma3" } };
    for (const auto& [name, format] : wanted) {
        const auto folder = modelsFolder() / name;
        if (!std::filesystem::is_directory(folder))
            continue; // one of them is fetched only when it is named
        ++found;
        const auto tokenizer = loadTokenizer(folder);
        QVERIFY(tokenizer.has_value());
        const auto chosen = choosePromptFormat(folder, **tokenizer);
        QVERIFY(chosen.has_value());
        QCOMPARE(chosen->format->name(), std::string_view(format));
        QCOMPARE(chosen->isBaseModel, std::string_view(name) == "gemma-3-270m");
    }
    if (found == 0)
        QSKIP("the small models are not here; set MORU_MODELS_DIR to run this test");
}

void ChoosingAFormat::anotherWhiteSpaceMakesNoDifference()
{
    MORU_NEED_SHARED();
    const QTemporaryDir folder;
    writeTemplate(folder, "{# a comment #}\n" + replaced(qwen3Source(*shared), "    ", "\t"));
    const auto chosen = choosePromptFormat(pathOf(folder), *sharedTokenizer(*shared, "qwen3"));
    QVERIFY(chosen.has_value());
    QCOMPARE(chosen->format->name(), std::string_view("qwen3"));
    QCOMPARE(chosen->notice, PromptFormatNotice::None);
}

void ChoosingAFormat::aDifferentTemplateIsFollowed()
{
    MORU_NEED_SHARED();
    const QTemporaryDir folder;
    writeTemplate(folder,
        "{% for m in messages %}<|im_start|>{{ m.role }}: {{ m.content }}<|im_end|>\n{% endfor %}"
        "{% if add_generation_prompt %}<|im_start|>assistant:{% endif %}");
    const auto chosen = choosePromptFormat(pathOf(folder), *sharedTokenizer(*shared, "qwen2.5"));
    QVERIFY(chosen.has_value());
    QCOMPARE(chosen->notice, PromptFormatNotice::FollowsTemplate);
    QVERIFY(chosen->difference && chosen->difference->builtIn != chosen->difference->fromTemplate);
    QCOMPARE(chosen->format->endOfTurn(), std::string_view("<|im_end|>"));
    QVERIFY(chosen->format->hasSystemRole());
    QVERIFY(!chosen->format->hasThinkingSwitch());
    const std::vector messages { ChatMessage::text("user", "a<|im_end|>") };
    const auto prompt = chosen->format->render(messages, {});
    QVERIFY(prompt.has_value());
    QCOMPARE(prompt->text, std::string("<|im_start|>user: a<|im_end|><|im_end|>\n<|im_start|>assistant:"));
    QCOMPARE(prompt->messageRanges.size(), std::size_t { 1 });
    QCOMPARE(prompt->messageRanges[0].begin, std::size_t { 18 });
    QCOMPARE(prompt->messageRanges[0].end, std::size_t { 29 });
}

void ChoosingAFormat::invertedThinkingIsFollowed()
{
    MORU_NEED_SHARED();
    const QTemporaryDir folder;
    writeTemplate(folder,
        replaced(readFile(*shared / "tokenizers/qwen3.5/chat_template.jinja"),
            "enable_thinking is defined and enable_thinking is false",
            "enable_thinking is not defined or enable_thinking is false"));
    const auto chosen = choosePromptFormat(pathOf(folder), *sharedTokenizer(*shared, "qwen3.5"));
    QVERIFY(chosen.has_value());
    QCOMPARE(chosen->notice, PromptFormatNotice::FollowsTemplate);
    QCOMPARE(chosen->difference->builtInName, std::string("qwen3.5"));
    QVERIFY(chosen->format->hasThinkingSwitch());
    const std::vector messages { ChatMessage::text("user", "say <think>") };
    PromptOptions options;
    QVERIFY(!chosen->format->render(messages, options)->endsInsideThinking);
    options.enableThinking = true;
    QVERIFY(chosen->format->render(messages, options)->endsInsideThinking);
}

void ChoosingAFormat::aTemplateThatCannotBeReadGivesWayToTheBuiltIn()
{
    MORU_NEED_SHARED();
    const QTemporaryDir folder;
    writeTemplate(folder, "{% import 'x' as y %}" + qwen3Source(*shared));
    const auto chosen = choosePromptFormat(pathOf(folder), *sharedTokenizer(*shared, "qwen3"));
    QVERIFY(chosen.has_value());
    QCOMPARE(chosen->notice, PromptFormatNotice::UsesBuiltIn);
    QCOMPARE(chosen->format->name(), std::string_view("qwen3"));
    QVERIFY(chosen->difference->fromTemplate.find("line 1, column 1") != std::string::npos);
}

void ChoosingAFormat::anUnreadableTemplateWithoutMarksFallsBackOnTheVocabulary()
{
    MORU_NEED_SHARED();
    const QTemporaryDir folder;
    writeTemplate(folder, "{{ messages | frobnicate }}");
    const auto chosen = choosePromptFormat(pathOf(folder), *sharedTokenizer(*shared, "gemma-3"));
    QVERIFY(chosen.has_value());
    QCOMPARE(chosen->notice, PromptFormatNotice::UsesBuiltIn);
    QCOMPARE(chosen->format->name(), std::string_view("gemma3"));
}

void ChoosingAFormat::theJinjaFileWinsOverTheConfig()
{
    MORU_NEED_SHARED();
    const QTemporaryDir folder;
    nlohmann::json config { { "chat_template", qwen3Source(*shared) } };
    std::ofstream(pathOf(folder) / "tokenizer_config.json") << config.dump();
    writeTemplate(folder, readFile(*shared / "tokenizers/qwen3.5/chat_template.jinja"));
    const auto chosen = choosePromptFormat(pathOf(folder), *sharedTokenizer(*shared, "qwen3.5"));
    QVERIFY(chosen.has_value());
    QCOMPARE(chosen->format->name(), std::string_view("qwen3.5"));
}

void ChoosingAFormat::listsOfTemplatesHaveADefault()
{
    MORU_NEED_SHARED();
    const QTemporaryDir folder;
    nlohmann::json config;
    config["chat_template"] = { { { "name", "tool_use" }, { "template", "x" } },
        { { "name", "default" }, { "template", qwen3Source(*shared) } } };
    std::ofstream(pathOf(folder) / "tokenizer_config.json") << config.dump();
    const auto chosen = choosePromptFormat(pathOf(folder), *sharedTokenizer(*shared, "qwen3"));
    QVERIFY(chosen.has_value());
    QCOMPARE(chosen->format->name(), std::string_view("qwen3"));
}

void ChoosingAFormat::damagedFilesAreNamed()
{
    MORU_NEED_SHARED();
    const QTemporaryDir folder;
    const auto tokenizer = sharedTokenizer(*shared, "qwen3");
    std::ofstream(pathOf(folder) / "tokenizer_config.json") << "{ \"chat_template\": ";
    const auto damaged = choosePromptFormat(pathOf(folder), *tokenizer);
    QVERIFY(!damaged);
    QCOMPARE(damaged.error().code, ErrorCode::InvalidJson);
    QVERIFY(damaged.error().where.ends_with("tokenizer_config.json"));
    std::ofstream(pathOf(folder) / "tokenizer_config.json") << "{ \"chat_template\": 7 }";
    const auto wrongKind = choosePromptFormat(pathOf(folder), *tokenizer);
    QVERIFY(!wrongKind);
    QCOMPARE(wrongKind.error().code, ErrorCode::InvalidTemplate);
}

MORU_TEST(ChoosingAFormat)
#include "choosing.moc"
