#include "tests/support/test_main.h"
#include "tests/tokenizer/tiny_tokenizer.h"

namespace {

using namespace moru;
using namespace moru::test;
using nlohmann::json;

void refused(const Result<std::shared_ptr<const Tokenizer>>& result, ErrorCode code, const char* named)
{
    QVERIFY2(!result, named);
    QCOMPARE(QString::fromStdString(describe(result.error())).contains(QLatin1String(named)), true);
    QCOMPARE(int(result.error().code), int(code));
}

} // namespace

#define REFUSED(...)                                                                                         \
    do {                                                                                                     \
        refused(__VA_ARGS__);                                                                                \
        if (QTest::currentTestFailed())                                                                      \
            return;                                                                                          \
    } while (false)

/// A tokenizer.json that is damaged, contradicts itself or is of another kind.
class HostileTokenizer : public QObject {
    Q_OBJECT

private slots:
    void missingFileIsSaid()
    {
        const QTemporaryDir folder;
        const auto result = loadTokenizer(folder.path().toStdString());
        QVERIFY(!result);
        QCOMPARE(int(result.error().code), int(ErrorCode::MissingTokenizer));
    }

    void refusesWhatIsNotJson()
    {
        for (const std::string text :
            { "", "{", "{\"model\": {\"vocab\": {\"a\": 0}", "\xFF", "{\"a\": \"\xC3\"}" })
            REFUSED(loadText(text), ErrorCode::InvalidJson, "JSON");
        REFUSED(loadText(tinyByteLevel().dump(), "[1"), ErrorCode::InvalidJson, "JSON");
        REFUSED(loadText("[]"), ErrorCode::InvalidTokenizer, "model");
        REFUSED(loadText("3"), ErrorCode::InvalidTokenizer, "model");
        REFUSED(loadText(std::string(100'000, '[')), ErrorCode::InvalidTokenizer, "nested");
    }

    void refusesOtherModelsByName()
    {
        for (const char* kind : { "Unigram", "WordPiece", "WordLevel" }) {
            auto file = tinyByteLevel();
            file["model"]["type"] = kind;
            REFUSED(load(file), ErrorCode::UnsupportedTokenizer, kind);
        }
        REFUSED(loadText(R"({"model": {"type": "Unigram", "vocab": [["a", -1.5]]}})"),
            ErrorCode::UnsupportedTokenizer, "Unigram");
        auto file = tinyByteLevel();
        file["model"]["end_of_word_suffix"] = "</w>";
        REFUSED(load(file), ErrorCode::UnsupportedTokenizer, "</w>");
        file = tinyByteLevel();
        file["model"]["dropout"] = 0.1;
        REFUSED(load(file), ErrorCode::UnsupportedTokenizer, "dropout");
    }

    void refusesOtherSectionsByName()
    {
        const std::pair<const char*, const char*> kinds[] = { { "normalizer", "NFKC" },
            { "normalizer", "Prepend" }, { "pre_tokenizer", "Metaspace" }, { "pre_tokenizer", "Whitespace" },
            { "decoder", "WordPiece" }, { "post_processor", "BertProcessing" } };
        for (const auto& [section, kind] : kinds) {
            auto file = tinyByteLevel();
            file[section] = { { "type", kind } };
            REFUSED(load(file), ErrorCode::UnsupportedTokenizer, kind);
        }
        auto file = tinyByteLevel();
        file["pre_tokenizer"]["add_prefix_space"] = true;
        REFUSED(load(file), ErrorCode::UnsupportedTokenizer, "add_prefix_space");
        file = tinySentencePiece();
        file["decoder"] = { { "type", "ByteLevel" } };
        REFUSED(load(file), ErrorCode::UnsupportedTokenizer, "ByteFallback");
    }

    void refusesPatternsItCannotReadAlike()
    {
        const std::pair<const char*, const char*> patterns[] = { { "\\p{Lu}+", "\\p{Lu}" }, { "\\w+", "\\w" },
            { "[a&&b]", "set operation" }, { "[a[b]]", "set operation" }, { "(*ACCEPT)", "(*" },
            { "(?C1)a", "(?C" }, { "a\\", "\\" }, { "(a", "not understood" } };
        for (const auto& [pattern, named] : patterns) {
            auto file = tinyByteLevel();
            file["pre_tokenizer"] = { { "type", "Split" }, { "pattern", { { "Regex", pattern } } },
                { "behavior", "Isolated" } };
            REFUSED(load(file), ErrorCode::UnsupportedTokenizer, named);
        }
    }

    void explodingPatternEnds()
    {
        auto file = tinyByteLevel();
        file["pre_tokenizer"] = { { "type", "Sequence" },
            { "pretokenizers",
                { { { "type", "Split" }, { "pattern", { { "Regex", "(a+)+b" } } },
                      { "behavior", "Isolated" } },
                    { { "type", "ByteLevel" }, { "add_prefix_space", false }, { "use_regex", false } } } } };
        const std::string text(40, 'a');
        QCOMPARE(loaded(file)->encode(text, {}).size(), text.size());
    }

    void refusesVocabulariesThatContradictThemselves()
    {
        auto file = tinyByteLevel();
        file["model"]["vocab"]["twice"] = 7;
        REFUSED(load(file), ErrorCode::InvalidTokenizer, "id 7");
        std::string text = tinyByteLevel().dump();
        text.replace(text.find("\"A\":65"), 6, "\"A\":65,\"A\":999");
        REFUSED(loadText(text), ErrorCode::InvalidTokenizer, "\"A\"");
        for (const json& id : { json(-1), json(1 << 22), json(UINT64_MAX), json(INT64_MIN), json(1.5),
                 json("1"), json(nullptr), json::array(), json::object() }) {
            file = tinyByteLevel();
            file["model"]["vocab"]["wrong"] = id;
            REFUSED(
                load(file), ErrorCode::InvalidTokenizer, id.is_number_integer() ? "outside" : "whole number");
        }
        for (const json& vocabulary : { json(3), json("a"), json::object() }) {
            file = tinyByteLevel();
            file["model"]["vocab"] = vocabulary;
            REFUSED(load(file), ErrorCode::InvalidTokenizer, "vocab");
        }
    }

    void refusesMergesOfTokensThatAreNot()
    {
        const std::pair<json, const char*> merges[] = { { json("a zz"), "names a token" },
            { json("a b"), "names a token" }, { json("ab"), "two tokens" }, { json("a b c"), "two tokens" },
            { json::array({ "a" }), "two halves" }, { json::array({ "a", "b", "c" }), "halves" },
            { json(3), "merge" }, { json(nullptr), "merge" }, { json::object(), "merge" },
            { json::array({ json::array({ "a" }), "b" }), "merge" }, { json::array({ 1, 2 }), "merge" } };
        for (const auto& [merge, named] : merges) {
            auto file = tinyByteLevel();
            file["model"]["merges"].push_back(merge);
            REFUSED(load(file), ErrorCode::InvalidTokenizer, named);
        }
        auto file = tinyByteLevel({ "a b", "a b" });
        REFUSED(load(file), ErrorCode::InvalidTokenizer, "twice");
        file = tinyByteLevel();
        file["model"]["merges"] = "a b";
        REFUSED(load(file), ErrorCode::InvalidTokenizer, "merges");
        file = tinyByteLevel();
        file["model"]["vocab"][""] = 400;
        file["model"]["merges"] = json::parse(R"([["", "a"]])");
        REFUSED(load(file), ErrorCode::InvalidTokenizer, "empty half");
    }

    void refusesAddedTokensThatContradict()
    {
        const std::pair<json, const char*> tokens[] = { { addedToken(65, "<x>", true), "id 65" },
            { addedToken(300, "A", true), "\"A\"" }, { addedToken(300, "", true), "0 bytes" },
            { addedToken(-1, "<x>", true), "outside" }, { addedToken(1 << 22, "<x>", true), "outside" },
            { addedToken(300, std::string(2000, 'x'), true), "2000 bytes" }, { json(3), "id" },
            { json { { "id", 300 }, { "content", 3 } }, "content" },
            { json { { "id", 300 }, { "content", "<x>" }, { "special", 1 } }, "special" } };
        for (const auto& [token, named] : tokens) {
            auto file = tinyByteLevel();
            file["added_tokens"] = json::array({ token });
            REFUSED(load(file), ErrorCode::InvalidTokenizer, named);
        }
        auto file = tinyByteLevel();
        file["added_tokens"]
            = nlohmann::json::array({ addedToken(300, "<x>", true), addedToken(300, "<x>", false) });
        REFUSED(load(file), ErrorCode::InvalidTokenizer, "twice");
        REFUSED(load(tinyByteLevel(), R"({"added_tokens_decoder": {"x1": {"content": "<x>"}}})"),
            ErrorCode::InvalidTokenizer, "x1");
        REFUSED(load(tinyByteLevel(), R"({"added_tokens_decoder": {"65": {"content": "<x>"}}})"),
            ErrorCode::InvalidTokenizer, "id 65");
    }

    void refusesTemplatesOfTokensThatAreNot()
    {
        for (const char* ids : { "[300]", "[-1]", "[4294967296]", "[1.5]", "3", "[\"a\"]" }) {
            auto file = tinyByteLevel();
            file["post_processor"] = json::parse(std::string(R"({"type": "TemplateProcessing", "single":
                [{"SpecialToken": {"id": "<s>"}}], "special_tokens": {"<s>": {"ids": )")
                + ids + "}}}");
            REFUSED(load(file), ErrorCode::InvalidTokenizer, "<s>");
        }
        auto file = tinyByteLevel();
        file["post_processor"] = { { "type", "TemplateProcessing" } };
        REFUSED(load(file), ErrorCode::InvalidTokenizer, "template");
        file = tinySentencePiece();
        file["model"]["unk_token"] = "<none>";
        REFUSED(load(file), ErrorCode::InvalidTokenizer, "<none>");
    }

    void everyShorteningIsRefusedOrWorks()
    {
        const std::string whole = tinySentencePiece({ "a b", "ab c" }).dump();
        for (std::size_t length = 0; length < whole.size(); length += 7)
            QVERIFY2(!loadText(whole.substr(0, length)), qPrintable(QString::number(length)));
        QVERIFY(loadText(whole).has_value());
    }
};

MORU_TEST(HostileTokenizer)
#include "hostile_tokenizer_test.moc"
