#include "engine/templates/chatml.h"
#include "engine/templates/gemma.h"
#include "engine/templates/llama3.h"
#include "engine/templates/python_text.h"
#include "tests/support/test_main.h"

#include <QObject>
#include <QRegularExpression>

using namespace moru;

/// What chat and generate do so that a conversation fits the format.
class RepairingPrompts : public QObject {
    Q_OBJECT

private slots:
    void gemmaMergesTurnsOfOneRole();
    void gemmaMovesLateSystemTextIntoTheNextUserTurn();
    void qwen35TakesSystemTextOnlyAtTheStart();
    void unknownRolesAreRefusedNotDropped();
    void nothingIsRepairedWithoutNeed();
    void listsOfTextsBecomeOneText();
    void picturesAreRefusedWhereThereIsNoPlaceForThem();
    void interruptedThinkingGoesOn();
    void llamaWritesTodayInEnglish();
    void trimsAsPythonDoes();
};

static ChatMessage user(const char* text)
{
    return ChatMessage::text("user", text);
}

static ChatMessage systemText(const char* text)
{
    return ChatMessage::text("system", text);
}

static RenderedPrompt rendered(const PromptFormat& format, const std::vector<ChatMessage>& messages)
{
    return format.render(messages, {}).value_or(RenderedPrompt {});
}

void RepairingPrompts::gemmaMergesTurnsOfOneRole()
{
    const auto prompt = rendered(*gemma3Format(), { user("one \n"), user("two") });
    QCOMPARE(prompt.text,
        std::string("<bos><start_of_turn>user\none\n\ntwo<end_of_turn>\n<start_of_turn>model\n"));
    QVERIFY(prompt.repairs == std::vector { PromptRepair::TurnsMerged });
}

void RepairingPrompts::gemmaMovesLateSystemTextIntoTheNextUserTurn()
{
    const auto prompt = rendered(
        *gemmaFormat(), { user("a"), ChatMessage::text("assistant", "b"), systemText("S"), user("c") });
    QVERIFY(prompt.text.find("<start_of_turn>user\nS\n\nc<end_of_turn>") != std::string::npos);
    QVERIFY(prompt.repairs == std::vector { PromptRepair::SystemTextMovedIntoUserTurn });
}

void RepairingPrompts::qwen35TakesSystemTextOnlyAtTheStart()
{
    const auto prompt = rendered(
        *qwen35Format(), { systemText("one"), systemText("two"), user("a"), systemText("S"), user("b") });
    QCOMPARE(prompt.text,
        std::string("<|im_start|>system\none\n\ntwo<|im_end|>\n<|im_start|>user\na<|im_end|>\n"
                    "<|im_start|>user\nS\n\nb<|im_end|>\n<|im_start|>assistant\n<think>\n"));
    QCOMPARE(prompt.repairs.size(), std::size_t { 2 });
    QVERIFY(prompt.endsInsideThinking);
}

void RepairingPrompts::unknownRolesAreRefusedNotDropped()
{
    const std::vector messages { user("a"), ChatMessage::text("narrator", "x") };
    for (const auto& format :
        { gemmaFormat(), llama3Format(), smolLm2Format(), qwen3Format(), qwen35Format() }) {
        const auto prompt = format->render(messages, {});
        QVERIFY(!prompt);
        QCOMPARE(prompt.error().code, ErrorCode::TemplateRejected);
    }
}

void RepairingPrompts::nothingIsRepairedWithoutNeed()
{
    const std::vector messages { systemText("S"), user("a"), user("b") };
    for (const auto& format :
        { llama3Format(), smolLm2Format(), qwen25Format(), qwen3Format(), qwen35Format() }) {
        PromptOptions repairing;
        repairing.date = "26 Jul 2024";
        PromptOptions strict = repairing;
        strict.repair = false;
        const auto plain = format->render(messages, strict);
        const auto repaired = format->render(messages, repairing);
        QVERIFY(plain && repaired && repaired->repairs.empty());
        QCOMPARE(repaired->text, plain->text);
    }
}

static ChatMessage listOf(std::vector<ContentPart> parts)
{
    return { .role = "user", .content = std::move(parts), .contentIsList = true, .reasoning = {} };
}

void RepairingPrompts::listsOfTextsBecomeOneText()
{
    const std::vector messages { listOf(
        { { ContentPart::Kind::Text, "a" }, { ContentPart::Kind::Text, "b" } }) };
    PromptOptions options;
    QVERIFY(qwen3Format()->render(messages, options)->text.find("user\nab<|im_end|>") != std::string::npos);
    options.repair = false;
    QVERIFY(!qwen3Format()->render(messages, options));
}

void RepairingPrompts::picturesAreRefusedWhereThereIsNoPlaceForThem()
{
    const std::vector messages { listOf(
        { { ContentPart::Kind::Image, {} }, { ContentPart::Kind::Text, "What?" } }) };
    for (const auto& format : { gemmaFormat(), llama3Format(), qwen3Format(), smolLm2Format() })
        QVERIFY(!format->render(messages, {}));
    const auto prompt = rendered(*gemma3Format(), messages);
    QVERIFY(prompt.text.find("user\n<start_of_image>What?<end_of_turn>") != std::string::npos);
    QCOMPARE(prompt.messageRanges.size(), std::size_t { 1 }); // the mark of the picture is not the person's
}

void RepairingPrompts::interruptedThinkingGoesOn()
{
    ChatMessage cut = ChatMessage::text("assistant", "");
    cut.reasoning = "First, the sea";
    PromptOptions options;
    options.continueFinalMessage = true;
    for (const auto& format : { qwen3Format(), qwen35Format() }) {
        const auto prompt = format->render(std::vector { user("Hi"), cut }, options);
        QVERIFY(prompt.has_value());
        QVERIFY(prompt->text.ends_with("<|im_start|>assistant\n<think>\nFirst, the sea"));
        QVERIFY(prompt->endsInsideThinking);
    }
}

void RepairingPrompts::llamaWritesTodayInEnglish()
{
    const auto text = QString::fromStdString(rendered(*llama3Format(), { user("Hi") }).text);
    const QRegularExpression date(
        "Today Date: \\d\\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4}\n\n");
    QVERIFY(date.match(text).hasMatch());
}

void RepairingPrompts::trimsAsPythonDoes()
{
    QCOMPARE(
        strip("\u001C\u0085\u00A0\u1680\u2003\u2028\u202F\u205F\u3000 x \t\v\u001F"), std::string_view("x"));
    QCOMPARE(strip("\u200Bx\uFEFF"), std::string_view("\u200Bx\uFEFF"));
    QCOMPARE(strip("\xA0x\xC2"), std::string_view("\xA0x\xC2")); // not UTF-8, so not white space
    QCOMPARE(strip(" \u3000\n"), std::string_view());
    QCOMPARE(strip(""), std::string_view());
}

MORU_TEST(RepairingPrompts)
#include "repairing.moc"
