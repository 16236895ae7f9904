#include "tests/support/test_main.h"
#include "tests/tokenizer/tiny_tokenizer.h"

namespace {

using namespace moru;
using namespace moru::test;
using Ids = std::vector<TokenId>;

QStringList streamed(const Tokenizer& tokenizer, const Ids& ids, bool skipSpecial = false)
{
    const auto stream = tokenizer.streamingDecoder(skipSpecial);
    QStringList pieces;
    for (const TokenId id : ids)
        pieces << QString::fromStdString(stream->push(id));
    return pieces << QString::fromStdString(stream->finish());
}

TokenId byteToken(const Tokenizer& tokenizer, const char* spelling)
{
    return tokenizer.tokenId(spelling).value();
}

} // namespace

/// Ids to text, whole and streamed.
class Decoding : public QObject {
    Q_OBJECT

private slots:
    void streamShowsWholeCharactersOnly()
    {
        const auto tokenizer = loaded(tinyByteLevel());
        QCOMPARE(streamed(*tokenizer, { 'a', 0xED, 0x95, 0x9C, 'b' }),
            (QStringList { "a", "", "", "\uD55C", "b", "" }));
        QCOMPARE(streamed(*tokenizer, { 0xF0, 0x9F }), (QStringList { "", "", "\uFFFD" }));
        QCOMPARE(streamed(*tokenizer, { 0xF0, 0x9F, 'x', 0xFF }),
            (QStringList { "", "", "\uFFFDx", "\uFFFD", "" }));
        QCOMPARE(streamed(*tokenizer, { 0xE0, 0x80 }), (QStringList { "", "\uFFFD\uFFFD", "" }));
    }

    void byteTokensWaitForTheirCharacter()
    {
        const auto tokenizer = loaded(tinySentencePiece());
        const Ids euro { byteToken(*tokenizer, "<0xE2>"), byteToken(*tokenizer, "<0x82>"),
            byteToken(*tokenizer, "<0xAC>") };
        QCOMPARE(streamed(*tokenizer, euro), (QStringList { "", "", "\u20AC", "" }));
        const Ids broken { euro[0], euro[1], byteToken(*tokenizer, "a") };
        QCOMPARE(streamed(*tokenizer, broken), (QStringList { "", "", "\uFFFD\uFFFDa", "" }));
        QCOMPARE(tokenizer->decode(broken, false), std::string("\uFFFD\uFFFDa"));
    }

    void oneBadByteSpoilsTheWholeRun()
    {
        const auto tokenizer = loaded(tinySentencePiece());
        const Ids ids { byteToken(*tokenizer, "<0x41>"), byteToken(*tokenizer, "<0xFF>") };
        QCOMPARE(tokenizer->decode(ids, false), std::string("\uFFFD\uFFFD"));
    }

    void spaceMarksBecomeSpacesAndStay()
    {
        const auto tokenizer = loaded(tinySentencePiece());
        const Ids ids = tokenizer->encode(" a  b", {});
        QCOMPARE(tokenizer->decode(ids, false), std::string(" a  b"));
        QCOMPARE(streamed(*tokenizer, ids).join(QString()), QStringLiteral(" a  b"));
    }

    void specialTokensAreLeftOutOnRequest()
    {
        auto json = tinyByteLevel();
        json["added_tokens"]
            = nlohmann::json::array({ addedToken(300, "<end>", true), addedToken(301, "<think>", false) });
        const auto tokenizer = loaded(json);
        const Ids ids { 'a', 300, 301 };
        QCOMPARE(tokenizer->decode(ids, false), std::string("a<end><think>"));
        QCOMPARE(tokenizer->decode(ids, true), std::string("a<think>"));
        QCOMPARE(streamed(*tokenizer, ids, true), (QStringList { "a", "", "<think>", "" }));
    }

    void idsWithoutAnEntryAreSilent()
    {
        auto json = tinyByteLevel();
        json["added_tokens"] = nlohmann::json::array({ addedToken(300, "<x>", true) });
        const auto tokenizer = loaded(json);
        QCOMPARE(tokenizer->decode(Ids { 'a', 280, 5000, -1, INT32_MAX, INT32_MIN, 'b' }, true),
            std::string("ab"));
        QVERIFY(tokenizer->tokenText(280).empty() && tokenizer->tokenText(-1).empty());
        QVERIFY(!tokenizer->isSpecial(-1) && !tokenizer->isControl(5000));
        QCOMPARE(tokenizer->tokenCount(), 301);
    }

    void addedTokensOutsideTheAlphabetDecodeAsTheyAre()
    {
        auto json = tinyByteLevel();
        json["added_tokens"] = nlohmann::json::array({ addedToken(300, "two words \u20AC", false) });
        QCOMPARE(loaded(json)->decode(Ids { 300 }, false), std::string("two words \u20AC"));
    }
};

MORU_TEST(Decoding)
#include "decoding_test.moc"
