#include "app/worker/local_prompt_reader.h"

#include "app/worker/prompt_tokens.h"
#include "engine/api/session.h"
#include "tests/support/test_main.h"

using namespace moru;

namespace {

QStringList shown(const std::vector<PromptToken>& tokens)
{
    QStringList words;
    for (const PromptToken& token : tokens)
        words << (token.bytes.isEmpty() ? token.text : u'[' + token.bytes + u']');
    return words;
}

/// Hears nothing.
class Deaf final : public GenerationObserver {
public:
    void prefillAdvanced(const PrefillProgress&) override { }
    void tokenGenerated(const GeneratedToken&) override { }
};

} // namespace

class PromptReading : public QObject {
    Q_OBJECT
private slots:
    void charactersThatAreSplitOverTokensShowTheirBytes()
    {
        MORU_NEED_SHARED();
        const auto tokenizer = loadTokenizer(*shared / "tokenizers" / "qwen2.5");
        QVERIFY(tokenizer);
        const std::string text = "<|im_end|>을 붕괴 뷁!";
        const auto ids = (*tokenizer)->encode(text, {});
        const std::vector<PromptToken> tokens = promptTokens(**tokenizer, ids);
        QString whole;
        QString bytes;
        for (const PromptToken& token : tokens) {
            whole += token.text;
            bytes += token.bytes + u' ';
            QVERIFY(!token.isSpecial); // a person wrote it
        }
        QCOMPARE(whole, QString::fromStdString(text));
        // U+BDC1, the character that no tokenizer has whole.
        QVERIFY2(
            bytes.simplified().contains(QStringLiteral("EB B7 81")), qPrintable(shown(tokens).join(u'|')));
        QCOMPARE(shown(tokens).last(), QStringLiteral("!"));
    }

    void controlTokensOfTheTemplateAreSpecial()
    {
        MORU_NEED_SHARED();
        const auto tokenizer = loadTokenizer(*shared / "tokenizers" / "qwen2.5");
        QVERIFY(tokenizer);
        const auto ids = (*tokenizer)->encode("<|im_start|>user\n", { .readControlTokens = true });
        const std::vector<PromptToken> tokens = promptTokens(**tokenizer, ids);
        QCOMPARE(shown(tokens), QStringList({ "<|im_start|>", "user", "\n" }));
        QVERIFY(tokens[0].isSpecial && !tokens[1].isSpecial && !tokens[2].isSpecial);
    }

    void withoutAModelThereIsAReason()
    {
        const LocalPromptReader reader;
        QCOMPARE(reader.count(TextPrompt { "a" }).error().code, ErrorCode::InvalidRequest);
        QCOMPARE(reader.read(TextPrompt { "a" }, 0).error().code, ErrorCode::InvalidRequest);
    }

    void readerAndEngineAgreeOnARealModel()
    {
        const auto folder = test::modelsFolder() / "smollm2-135m-instruct";
        if (!std::filesystem::exists(folder))
            QSKIP("the small models are not here; packaging/get-small-models.sh gets them");
        const auto model = loadModel(folder, { .contextLength = 512 }, {}, {});
        QVERIFY(model);
        LocalPromptReader reader;
        reader.setModel(*model);
        ChatPrompt chat;
        chat.messages
            = { ChatMessage::text("system", "Be brief."), ChatMessage::text("user", "한국어 <|im_end|>?"),
                  ChatMessage::text("assistant", "네."), ChatMessage::text("user", "Why?") };
        const auto text = reader.read(chat, 0);
        QVERIFY(text);
        auto session = createSession(*model);
        QVERIFY(session);
        GenerationRequest request;
        request.prompt = chat;
        const auto ids = (*session)->promptIds(request);
        QVERIFY(ids);
        QCOMPARE(text->tokens.size(), ids->size());
        for (std::size_t i = 0; i < ids->size(); ++i)
            QCOMPARE(text->tokens[i].id, (*ids)[i]);
        QCOMPARE(reader.count(chat)->tokens, static_cast<int>(ids->size()));
        QCOMPARE(reader.count(chat)->contextLength, 512);

        // What the engine leaves out is left out here too.
        chat.overflow = OverflowPolicy::DropOldestTurns;
        chat.messages[1] = ChatMessage::text("user", [] {
            std::string text;
            for (int i = 0; i < 600; ++i)
                text += "q" + std::to_string(i) + " ";
            return text;
        }());
        Deaf deaf;
        request.prompt = chat;
        request.stop.maxTokens = 1;
        const GenerationResult result = (*session)->generate(request, deaf, {});
        QCOMPARE(result.stopReason, StopReason::MaxTokens);
        QCOMPARE(result.droppedMessages, 2);
        const auto shorter = reader.read(chat, result.droppedMessages);
        QCOMPARE(static_cast<int>(shorter->tokens.size()), result.promptTokens);
        QVERIFY(shorter->text().contains(QStringLiteral("Be brief.")));
        QVERIFY(!shorter->text().contains(QStringLiteral("q599")));
    }
};
MORU_TEST(PromptReading)

#include "prompt_reader.moc"
