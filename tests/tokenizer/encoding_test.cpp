#include "tests/support/test_main.h"
#include "tests/tokenizer/tiny_tokenizer.h"

#include "engine/tokenizer/merge_loop.h"
#include "engine/tokenizer/normalizer.h"

namespace {

using namespace moru;
using namespace moru::test;
using Ids = std::vector<TokenId>;

/// Ids of the byte-level tiny tokenizer back as spellings, joined by "|".
std::string pieces(const Tokenizer& tokenizer, std::string_view text, EncodeOptions options = {})
{
    std::string result;
    for (const TokenId id : tokenizer.encode(text, options))
        result += (result.empty() ? "" : "|") + std::string(tokenizer.tokenText(id));
    return result;
}

MergeTable doublingMerges()
{
    MergeTable table; // id n + id n → id n + 1
    for (TokenId id = 0; id < 20; ++id)
        if (!table.add(id, id, { static_cast<std::uint32_t>(id), id + 1 }))
            qFatal("added twice");
    return table;
}

} // namespace

/// Normalizing, splitting and merging.
class Encoding : public QObject {
    Q_OBJECT

private slots:
    void lowestRankFirstThenLeftmost()
    {
        QCOMPARE(pieces(*loaded(tinyByteLevel({ "b c", "a b" })), "abc"), std::string("a|bc"));
        QCOMPARE(pieces(*loaded(tinyByteLevel({ "a b", "b c" })), "abc"), std::string("ab|c"));
        QCOMPARE(pieces(*loaded(tinyByteLevel({ "a a" })), "aaa"), std::string("aa|a"));
        QCOMPARE(pieces(*loaded(tinyByteLevel({ "a b", "c d", "ab cd" })), "abcd"), std::string("abcd"));
    }

    void pairThatChangedLosesItsPlaceInTheQueue()
    {
        // "a b" waits with rank 1 when "bc" comes into being; "a bc" must wait for rank 3.
        QCOMPARE(
            pieces(*loaded(tinyByteLevel({ "b c", "a b", "bc d", "a bc" })), "abcd"), std::string("a|bcd"));
    }

    void bothWritingsOfMergesAreRead()
    {
        auto json = tinyByteLevel({ "a b", "ab c" });
        json["model"]["merges"] = nlohmann::json::parse(R"([["a", "b"], ["ab", "c"]])");
        QCOMPARE(pieces(*loaded(json), "abc"), std::string("abc"));
    }

    void ignoringMergesTakesWholeEntries()
    {
        auto json = tinyByteLevel({ "a b" });
        json["model"]["vocab"]["abc"] = 257;
        QCOMPARE(pieces(*loaded(json), "abc"), std::string("ab|c"));
        json["model"]["ignore_merges"] = true;
        QCOMPARE(pieces(*loaded(json), "abc"), std::string("abc"));
    }

    void mergesStopAtPieces()
    {
        // GPT-2's own split: a word takes the space before it, so "a" and the space behind it stay apart.
        const auto tokenizer = loaded(tinyByteLevel({ "a \u0120", "\u0120 a" }));
        QCOMPARE(pieces(*tokenizer, "a a"), std::string("a|\u0120a"));
    }

    void longSIsAnSInContractions()
    {
        auto json = tinyByteLevel({ "' s", "' \u00C5", "'\u00C5 \u00BF", "s x", "\u00BF x" });
        json["pre_tokenizer"] = { { "type", "Sequence" },
            { "pretokenizers",
                { { { "type", "Split" }, { "pattern", { { "Regex", "(?i:'s)|\\p{L}+" } } },
                      { "behavior", "Isolated" }, { "invert", false } },
                    { { "type", "ByteLevel" }, { "add_prefix_space", false }, { "use_regex", false } } } } };
        const auto tokenizer = loaded(json);
        QCOMPARE(pieces(*tokenizer, "'sx"), std::string("'s|x"));
        QCOMPARE(pieces(*tokenizer, "'\u017Fx"), std::string("'\u00C5\u00BF|x"));
    }

    void digitsStandAlone()
    {
        auto json = tinyByteLevel({ "1 2", "a 1" });
        QCOMPARE(pieces(*loaded(json), "12"), std::string("12"));
        json["pre_tokenizer"] = { { "type", "Sequence" },
            { "pretokenizers",
                { { { "type", "Digits" }, { "individual_digits", true } }, json["pre_tokenizer"] } } };
        QCOMPARE(pieces(*loaded(json), "12"), std::string("1|2"));
    }

    void whiteSpaceIsUnicodesAndNotTheLibrarys()
    {
        auto json = tinyByteLevel();
        json["pre_tokenizer"]["use_regex"] = true;
        // U+0085 is white space, U+001C is not: only the first keeps the space before it out of the next
        // piece.
        auto merged = tinyByteLevel({ "\u0120 \u011C" }); // space + U+001C
        QCOMPARE(pieces(*loaded(merged), " \x1C"), std::string("\u0120\u011C"));
        auto apart = tinyByteLevel({ "\u0120 \u00C2" }); // space + first byte of U+0085
        QCOMPARE(pieces(*loaded(apart), "a \u0085"), std::string("a|\u0120\u00C2|\u0127"));
        QCOMPARE(pieces(*loaded(apart), "a \u0085b"), std::string("a|\u0120|\u00C2|\u0127|b"));
    }

    void unknownCharactersBecomeBytesOrOneUnknown()
    {
        const auto bytes = loaded(tinySentencePiece());
        QCOMPARE(pieces(*bytes, "a \u20AC"), std::string("a|▁|<0xE2>|<0x82>|<0xAC>"));
        auto json = tinySentencePiece();
        json["model"]["vocab"].erase("<0xAC>");
        QCOMPARE(pieces(*loaded(json), "a\u20AC\u20ACb"), std::string("a|<unk>|b"));
        json["model"]["fuse_unk"] = false;
        QCOMPARE(pieces(*loaded(json), "a\u20AC\u20ACb"), std::string("a|<unk>|<unk>|b"));
    }

    void templateSaysWhatIsAdded()
    {
        auto json = tinyByteLevel();
        json["added_tokens"]
            = nlohmann::json::array({ addedToken(300, "<s>", true), addedToken(301, "</s>", true) });
        json["post_processor"] = nlohmann::json::parse(R"({"type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                       {"SpecialToken": {"id": "</s>", "type_id": 0}}],
            "special_tokens": {"<s>": {"id": "<s>", "ids": [300], "tokens": ["<s>"]},
                               "</s>": {"id": "</s>", "ids": [301], "tokens": ["</s>"]}}})");
        const auto tokenizer = loaded(json, R"({"add_bos_token": true, "bos_token": "<s>"})");
        QCOMPARE(tokenizer->encode("a", { .addSpecialTokens = true }), (Ids { 300, 'a', 301 }));
        QCOMPARE(tokenizer->encode("a", {}), Ids { 'a' });
        QCOMPARE(Ids(tokenizer->prefix().begin(), tokenizer->prefix().end()), Ids { 300 });

        json.erase("post_processor");
        QCOMPARE(loaded(json)->encode("a", { .addSpecialTokens = true }), Ids { 'a' });
        const auto fromConfig = loaded(json, R"({"add_bos_token": true, "bos_token": {"content": "<s>"}})");
        QCOMPARE(fromConfig->encode("a", { .addSpecialTokens = true }), (Ids { 300, 'a' }));
    }

    void illFormedTextIsReadAsReplacementCharacters()
    {
        const auto tokenizer = loaded(tinyByteLevel());
        QCOMPARE(tokenizer->encode("a\xF0\x9F\x41\xFF", {}), tokenizer->encode("a\uFFFD\x41\uFFFD", {}));
        QCOMPARE(tokenizer->encode("\xED\xA0\x80", {}), tokenizer->encode("\uFFFD\uFFFD\uFFFD", {}));
    }

    void emptyTextHasNoTokens() { QVERIFY(loaded(tinyByteLevel())->encode("", {}).empty()); }

    void mergeStepsStayLinearInTheText()
    {
        const MergeTable merges = doublingMerges();
        constexpr std::size_t kCount = std::size_t { 1 } << 18;
        MergeLoop loop;
        for (std::size_t i = 0; i < kCount; ++i)
            loop.add(0);
        Ids output;
        loop.run(merges, output);
        QCOMPARE(output, Ids { 18 });
        QVERIFY2(loop.steps() <= 4 * kCount, qPrintable(QString::number(loop.steps())));
    }

    void pieceOfAMebibyteIsOnePiece()
    {
        // Longer than any backtracking or stack limit of the pattern library; the last pair must still merge.
        const auto tokenizer = loaded(tinyByteLevel({ "a a", "\u0120 \u0120", "b a" }));
        const std::size_t half = std::size_t { 1 } << 19;
        QCOMPARE(tokenizer->encode(std::string(2 * half, 'a'), {}).size(), half);
        QCOMPARE(tokenizer->encode(std::string(2 * half, ' '), {}).size(), half);
        QCOMPARE(tokenizer->encode(std::string(2 * half, ' ') + "\n", {}).size(), half + 1);
    }

    void marksYoungerThanTheReferenceStayWhereTheyAre()
    {
        QCOMPARE(composed("\u0301\u0316"), std::string("\u0316\u0301"));
        QCOMPARE(composed("\u0301\u089B"), std::string("\u0301\u089B")); // class 220 since Unicode 14
        QCOMPARE(composed("e\u089B\u0301"), std::string("e\u089B\u0301"));
        QCOMPARE(composed("\U00011935\U00011930"), std::string("\U00011935\U00011930")); // composes since 13
    }

    void longRowsOfMarksAreComposedInOrder()
    {
        std::string text = "a";
        std::string expected = "a";
        constexpr int kPairs = 100'000; // quadratic reordering would take minutes
        for (int i = 0; i < kPairs; ++i)
            text += "\u0345\u0316"; // classes 240 and 220
        for (const char* mark : { "\u0316", "\u0345" })
            for (int i = 0; i < kPairs; ++i)
                expected += mark;
        QVERIFY(composed(text) == expected);
    }
};

MORU_TEST(Encoding)
#include "encoding_test.moc"
