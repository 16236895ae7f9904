#include "app/session/chat_title.h"
#include "app/session/prompt_builder.h"
#include "tests/support/test_main.h"

using namespace moru;

namespace {

MessageRecord turn(MessageRole role, const QString& text, const QString& thinking = {})
{
    MessageRecord record;
    record.role = role;
    record.text = text;
    record.thinking = thinking;
    return record;
}

LoadedModelInfo chatModel(bool canThink = false)
{
    LoadedModelInfo model;
    model.description.isBaseModel = false;
    model.description.hasThinkingSwitch = canThink;
    model.promptFormat = QStringLiteral("chatml");
    return model;
}

constexpr auto kUser = MessageRole::User;
constexpr auto kAssistant = MessageRole::Assistant;

} // namespace

class PromptTexts : public QObject {
    Q_OBJECT
private slots:
    void conversationWithoutTheNewAnswer()
    {
        PromptMaterial material;
        material.path
            = { turn(kUser, QStringLiteral("a")), turn(kAssistant, QStringLiteral("b"), QStringLiteral("t")),
                  turn(kUser, QStringLiteral("c")), turn(kAssistant, {}) };
        material.systemPrompt = QStringLiteral("s");
        const auto prompt = std::get<ChatPrompt>(buildPrompt(material, chatModel()));
        QCOMPARE(prompt.messages.size(), std::size_t(4));
        QCOMPARE(prompt.messages[0].role, std::string("system"));
        QCOMPARE(prompt.messages[2].content[0].text, std::string("b"));
        QCOMPARE(*prompt.messages[2].reasoning, std::string("t"));
        QVERIFY(prompt.options.addGenerationPrompt);
        QVERIFY(!prompt.options.enableThinking); // the model has no switch
    }

    void emptySystemPromptIsNone()
    {
        PromptMaterial material;
        material.path = { turn(kUser, QStringLiteral("a")), turn(kAssistant, {}) };
        material.systemPrompt = QStringLiteral("  \n");
        QCOMPARE(std::get<ChatPrompt>(buildPrompt(material, chatModel())).messages.size(), std::size_t(1));
    }

    void continuedAnswerStaysOpen()
    {
        PromptMaterial material;
        material.path = { turn(kUser, QStringLiteral("a")), turn(kAssistant, QStringLiteral("half")) };
        material.continuesAnswer = true;
        const auto prompt = std::get<ChatPrompt>(buildPrompt(material, chatModel()));
        QCOMPARE(prompt.messages.size(), std::size_t(2));
        QVERIFY(prompt.options.continueFinalMessage);
        QVERIFY(!prompt.options.addGenerationPrompt);
    }

    void answerCutInItsThinkingStaysOpenToo()
    {
        PromptMaterial material;
        material.path = { turn(kUser, QStringLiteral("a")), turn(kAssistant, {}, QStringLiteral("hm")) };
        material.continuesAnswer = true;
        const auto prompt = std::get<ChatPrompt>(buildPrompt(material, chatModel(true)));
        QCOMPARE(prompt.messages.size(), std::size_t(2));
        QVERIFY(prompt.options.continueFinalMessage);
        QCOMPARE(*prompt.messages[1].reasoning, std::string("hm"));
    }

    void switchIsSetForModelsThatHaveIt()
    {
        PromptMaterial material;
        material.path = { turn(kUser, QStringLiteral("a")), turn(kAssistant, {}) };
        material.wantsThinking = false;
        QCOMPARE(std::get<ChatPrompt>(buildPrompt(material, chatModel(true))).options.enableThinking,
            std::optional(false));
    }

    void baseModelContinuesOnePage()
    {
        LoadedModelInfo base;
        PromptMaterial material;
        material.path = { turn(kUser, QStringLiteral("옛날 ")), turn(kAssistant, QStringLiteral("옛적에 ")),
            turn(kUser, QStringLiteral("한 ")), turn(kAssistant, QStringLiteral("아이가")) };
        QCOMPARE(std::get<TextPrompt>(buildPrompt(material, base)).text, std::string("옛날 옛적에 한 "));
        material.continuesAnswer = true;
        QCOMPARE(
            std::get<TextPrompt>(buildPrompt(material, base)).text, std::string("옛날 옛적에 한 아이가"));
    }

    void titleIsTheFirstLineThatSaysSomething()
    {
        QCOMPARE(titleFromText(QStringLiteral("\n  \n Why  so slow?\nMore")), QStringLiteral("Why so slow?"));
        const QString longLine = QStringLiteral("word ").repeated(40);
        QVERIFY(titleFromText(longLine).size() <= 81);
        QVERIFY(titleFromText(longLine).endsWith(QStringLiteral("word…")));
        const QString flags = QStringLiteral("🇰🇷").repeated(60); // four UTF-16 units each
        QCOMPARE((titleFromText(flags).size() - 1) % 4, 0);
    }
};
MORU_TEST(PromptTexts)

#include "prompt_texts.moc"
