#include "tests/session/silent_observer.h"
#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"
#include "tests/tokenizer/tiny_tokenizer.h"

#include <algorithm>
#include <fstream>

namespace moru {

namespace {

using test::addedToken;
using test::greedyRequest;
using test::KeepingObserver;
using test::someIds;
using test::TinyModel;

constexpr int kPaddedRows = 320; ///< 256 byte letters and three control tokens; the rest is padding.
constexpr int kTokens = 259;
constexpr int kTinyVocabulary = 61; ///< TinyModel's own

/// Gives the model a tokenizer of shared/tokenizers. Its ids need no rows: nothing is computed.
void lendTokenizer(const TinyModel& model, const std::filesystem::path& shared, const std::string& name)
{
    for (const auto& file : std::filesystem::directory_iterator(shared / "tokenizers" / name)) {
        const std::filesystem::path link = model.folder() / file.path().filename();
        if (!std::filesystem::exists(link))
            std::filesystem::create_symlink(file.path(), link);
    }
}

/// A Qwen whose embedding has more rows than its tokenizer has tokens, as the published ones.
void writeTinyTokenizer(const TinyModel& model, const std::filesystem::path& shared)
{
    nlohmann::json tokenizer = test::tinyByteLevel();
    tokenizer["added_tokens"] = { addedToken(256, "<|endoftext|>", true),
        addedToken(257, "<|im_start|>", true), addedToken(258, "<|im_end|>", true) };
    std::ofstream(model.folder() / "tokenizer.json") << tokenizer.dump();
    const auto published
        = nlohmann::json::parse(std::ifstream(shared / "tokenizers/qwen2.5/tokenizer_config.json"));
    std::ofstream(model.folder() / "tokenizer_config.json")
        << nlohmann::json { { "chat_template", published.at("chat_template") } }.dump();
}

TinyModel paddedModel(const std::filesystem::path& shared)
{
    TinyModel model("qwen2", [](nlohmann::json& config) {
        config["vocab_size"] = kPaddedRows;
        config["eos_token_id"] = 256;
    });
    writeTinyTokenizer(model, shared);
    return model;
}

GenerationRequest textRequest(std::string text)
{
    GenerationRequest request = greedyRequest({}, 1);
    request.prompt = TextPrompt { std::move(text) };
    return request;
}

GenerationRequest chatRequest(std::string text)
{
    GenerationRequest request = greedyRequest({}, 1);
    request.prompt = ChatPrompt { .messages = { ChatMessage::text("user", std::move(text)) }, .options = {} };
    return request;
}

} // namespace

/// Mistakes of models.md section 9 that show in a session only.
class SessionMistakes final : public QObject {
    Q_OBJECT
private slots:
    /// Mistake 19: the template writes it and the tokenizer adds another; or a Qwen, which has none, gets the
    /// one of its config.json.
    void beginningOfTextComesExactlyOnce_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("tokenizer");
        QTest::addColumn<QString>("bos");
        QTest::addColumn<int>("times");
        QTest::newRow("llama") << "llama" << "llama-3.2" << "<|begin_of_text|>" << 1;
        QTest::newRow("gemma 3") << "gemma3" << "gemma-3" << "<bos>" << 1;
        QTest::newRow("qwen 2.5") << "qwen2" << "qwen2.5" << "<|endoftext|>" << 0;
        QTest::newRow("qwen 3.5") << "qwen3_5" << "qwen3.5" << "<|endoftext|>" << 0;
    }
    void beginningOfTextComesExactlyOnce()
    {
        MORU_NEED_SHARED();
        QFETCH(QString, family);
        QFETCH(QString, tokenizer);
        QFETCH(QString, bos);
        QFETCH(int, times);
        const TinyModel tiny(
            family.toStdString(), [](nlohmann::json& config) { config["bos_token_id"] = 151643; });
        lendTokenizer(tiny, *shared, tokenizer.toStdString());
        const auto model = tiny.load();
        QVERIFY(model && model->tokenizer());
        const auto bosId = model->tokenizer()->tokenId(bos.toStdString());
        QVERIFY(bosId);
        const auto session = createSession(model);
        QVERIFY(session.has_value());
        for (const GenerationRequest& request : { chatRequest("Hi"), textRequest("Hi") }) {
            const auto ids = (*session)->promptIds(request);
            QVERIFY2(ids.has_value(), ids ? "" : describe(ids.error()).c_str());
            QCOMPARE(int(std::ranges::count(*ids, *bosId)), times);
            QVERIFY(times == 0 || ids->front() == *bosId);
        }
    }

    /// Mistake 14: rows of the embedding that no token has.
    void paddingRowsNeverComeUp()
    {
        MORU_NEED_SHARED();
        const TinyModel tiny = paddedModel(*shared);
        const auto session = tiny.session({ .contextLength = 512 });
        QVERIFY(session);
        GenerationRequest request = greedyRequest(someIds(5, kTokens), 400);
        request.sampling = { .temperature = 2.0, .topK = 0, .topP = 1.0, .minP = 0 };
        KeepingObserver observer;
        int generated = 0;
        for (request.seed = 1; generated < 400; ++*request.seed) { // end tokens come up too
            const GenerationResult result = session->generate(request, observer, {});
            QVERIFY(!result.error && !result.ids.empty());
            generated += int(result.ids.size());
            QVERIFY(std::ranges::max(result.ids) < kTokens);
        }
    }

    /// Mistake 36: config.json names the end of the text only; the chat ends at the end of a turn.
    void chatStopsAtBothEnds()
    {
        MORU_NEED_SHARED();
        const TinyModel tiny = paddedModel(*shared);
        const auto description = describeModel(tiny.folder());
        QVERIFY2(description.has_value(), description ? "" : describe(description.error()).c_str());
        QVERIFY(!description->isBaseModel);
        for (const TokenId end : { 256, 258 })
            QVERIFY(std::ranges::find(description->endTokenIds, end) != description->endTokenIds.end());
    }

    /// Mistake 34: returning to an earlier turn cuts keys and values back and leaves the recurrent state, or
    /// empties it.
    void earlierTurnComesBackWithItsState()
    {
        const TinyModel tiny("qwen3_5");
        const auto session = tiny.session({ .contextLength = 512 });
        QVERIFY(session);
        KeepingObserver observer;
        const auto answerTo = [&](const std::vector<TokenId>& ids) {
            GenerationRequest request = greedyRequest(ids, 40);
            request.sampling = { .temperature = 1.0, .topK = 0, .topP = 1.0, .minP = 0 }; // tells more
            return session->generate(request, observer, {});
        };
        const auto followedBy = [](std::vector<TokenId> ids, const std::vector<TokenId>& more) {
            ids.insert(ids.end(), more.begin(), more.end());
            return ids;
        };
        const std::vector<TokenId> question = someIds(40, kTinyVocabulary, 1);
        const std::vector<TokenId> turn = followedBy(question, answerTo(question).ids);
        QVERIFY(!answerTo(followedBy(turn, someIds(9, kTinyVocabulary, 2))).error);

        // A few tokens only: the states forget, and what they forgot no test can miss.
        const std::vector<TokenId> other = followedBy(turn, someIds(2, kTinyVocabulary, 3));
        const GenerationResult returned = answerTo(other);
        QVERIFY(returned.reusedTokens >= int(question.size()) && returned.reusedTokens <= int(turn.size()));
        session->reset();
        QCOMPARE(returned.ids, answerTo(other).ids);
    }
};

MORU_TEST(SessionMistakes)

} // namespace moru

#include "known_mistakes_test.moc"
