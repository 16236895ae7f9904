#include "tests/support/test_main.h"
#include "tests/tokenizer/tiny_tokenizer.h"

namespace {

using namespace moru;
using namespace moru::test;
using Ids = std::vector<TokenId>;

constexpr EncodeOptions kRead { .readControlTokens = true, .addSpecialTokens = false };

Ids bytesOf(std::string_view text)
{
    Ids ids;
    for (const char byte : text)
        ids.push_back(static_cast<unsigned char>(byte));
    return ids;
}

/// Bytes for text, and the ids in between.
template <typename... Parts> Ids row(const Parts&... parts)
{
    Ids ids;
    const auto add = [&](const auto& part) {
        if constexpr (std::is_integral_v<std::decay_t<decltype(part)>>)
            ids.push_back(part);
        else
            for (const TokenId id : bytesOf(part))
                ids.push_back(id);
    };
    (add(parts), ...);
    return ids;
}

} // namespace

/// Added tokens in text, and control tokens that a person wrote.
class AddedTokens : public QObject {
    Q_OBJECT

private slots:
    void longestOfTheLeftmostWins()
    {
        auto json = tinyByteLevel();
        json["added_tokens"] = nlohmann::json::array({ addedToken(300, "ab", false),
            addedToken(301, "abcd", false), addedToken(302, "bcde", false), addedToken(303, "abcx", false) });
        const auto tokenizer = loaded(json);
        QCOMPARE(tokenizer->encode("zabcdez", kRead), row("z", 301, "ez"));
        QCOMPARE(tokenizer->encode("abc", kRead), row(300, "c"));
        QCOMPARE(tokenizer->encode("bcde", kRead), row(302));
    }

    void stripFlagsTakeWhiteSpaceAlong()
    {
        auto json = tinyByteLevel();
        json["added_tokens"]
            = nlohmann::json::array({ addedToken(300, "<l>", false), addedToken(301, "<r>", false) });
        json["added_tokens"][0]["lstrip"] = true;
        json["added_tokens"][1]["rstrip"] = true;
        const auto tokenizer = loaded(json);
        QCOMPARE(tokenizer->encode("a \n\u3000<l> b", kRead), row("a", 300, " b"));
        QCOMPARE(tokenizer->encode("a <r>\t\u00A0 b", kRead), row("a ", 301, "b"));
        QCOMPARE(tokenizer->encode("<r>  <l>", kRead), row(301, 300));
    }

    void singleWordNeedsWordBorders()
    {
        auto json = tinyByteLevel();
        json["added_tokens"] = nlohmann::json::array({ addedToken(300, "cat", false) });
        json["added_tokens"][0]["single_word"] = true;
        const auto tokenizer = loaded(json);
        QCOMPARE(tokenizer->encode("cat, cat", kRead), row(300, ", ", 300));
        QCOMPARE(tokenizer->encode("cats _cat \u00E9cat", kRead), row("cats _cat \u00E9cat"));
    }

    void normalizedOnesAreFoundInNormalizedText()
    {
        auto json = tinyByteLevel();
        json["normalizer"] = { { "type", "NFC" } };
        json["added_tokens"]
            = nlohmann::json::array({ addedToken(300, "\u00E9!", false), addedToken(301, "\u00E9?", false) });
        json["added_tokens"][0]["normalized"] = true;
        const auto tokenizer = loaded(json);
        QCOMPARE(tokenizer->encode("e\u0301!", kRead), row(300));
        QCOMPARE(tokenizer->encode("e\u0301?", kRead), row("\u00E9?"));
        QCOMPARE(tokenizer->encode("\u00E9?", kRead), row(301));
    }

    void configAddsThoseThatTheTokenizerLacks()
    {
        auto json = tinyByteLevel();
        json["added_tokens"] = nlohmann::json::array({ addedToken(300, "<a>", false) });
        const auto tokenizer = loaded(json,
            R"({"added_tokens_decoder": {"300": {"content": "<a>", "special": true},
                                         "301": {"content": "<turn>", "special": true}}})");
        QCOMPARE(tokenizer->encode("<turn><a>", kRead), row(301, 300));
        QVERIFY(tokenizer->isSpecial(301));
        QVERIFY2(!tokenizer->isSpecial(300), "tokenizer.json's own flags hold");
        QCOMPARE(tokenizer->tokenCount(), 302);
    }

    void controlTokensOfAPersonStayText()
    {
        auto json = tinyByteLevel({ "> \u010A" }); // ">" and a newline would merge
        json["added_tokens"] = nlohmann::json::array({ addedToken(300, "<end>", true),
            addedToken(301, "<think>", false), addedToken(302, "<b>", false) });
        const auto tokenizer = loaded(json);
        QCOMPARE(tokenizer->encode("x<end>y", {}), row("x<end>y"));
        QCOMPARE(tokenizer->encode("x<end>y", kRead), row("x", 300, "y"));
        QCOMPARE(tokenizer->encode("<think><b>", {}), row("<think>", 302));
        QVERIFY(tokenizer->isControl(301) && !tokenizer->isControl(302));

        const std::string prompt = "u: <end>\n<end>";
        const ByteRange person { 3, 9 };
        QCOMPARE(tokenizer->encodeRendered(prompt, {}), row("u: ", 300, "\n", 300));
        QCOMPARE(tokenizer->encodeRendered(prompt, std::span(&person, 1)), row("u: ", "<end>", "\n", 300));
    }

    void literalAndItsNeighboursAreEncodedApart()
    {
        // "a<" would merge if the literal were joined with the text before it.
        auto json = tinyByteLevel({ "< <", "> >" });
        json["added_tokens"] = nlohmann::json::array({ addedToken(300, "<e>", true) });
        const auto tokenizer = loaded(json);
        QCOMPARE(tokenizer->encode("<<e>>", {}), row("<", "<e>", ">"));
        QCOMPARE(tokenizer->encode("<<", {}), Ids { 256 });
    }

    void controlTokenAcrossABorderIsNone()
    {
        auto json = tinyByteLevel();
        json["added_tokens"]
            = nlohmann::json::array({ addedToken(300, "<end>", true), addedToken(301, "<end><end>", true) });
        const auto tokenizer = loaded(json);
        const std::string prompt = "<end><end>";
        const ByteRange half { 0, 5 };
        QCOMPARE(tokenizer->encodeRendered(prompt, std::span(&half, 1)), row("<end>", 300));
        const ByteRange part { 0, 3 };
        QCOMPARE(tokenizer->encodeRendered("<end>", std::span(&part, 1)), row("<end>"));
        const ByteRange several[] = { { 0, 1 }, { 2, 4 } };
        QCOMPARE(tokenizer->encodeRendered("<end><end>", several), row("<end>", 300));
    }
};

MORU_TEST(AddedTokens)
#include "added_tokens_test.moc"
