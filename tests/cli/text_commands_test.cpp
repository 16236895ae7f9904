#include "tests/cli/cli_process.h"
#include "tests/support/test_main.h"

#include <fstream>

using moru::cli::Json;
using moru::test::CliHome;
using moru::test::errorCode;

namespace {

QString tokenizer(const std::filesystem::path& shared, const char* name)
{
    return QString::fromStdString((shared / "tokenizers" / name).string());
}

} // namespace

class CliTextCommands : public QObject {
    Q_OBJECT
private slots:
    void tokenizeTakesTheTextAsItIs()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto text = home.run({ "tokenize", tokenizer(*shared, "qwen2.5") }, "Hello world\n");
        QCOMPARE(text.exitCode, 0);
        QCOMPARE(text.out, std::string("9707 1879 198\n"));
        const auto json = home.run({ "tokenize", tokenizer(*shared, "qwen2.5"), "--json" }, "Hello world");
        QCOMPARE(json.json()["ids"], Json::parse("[9707,1879]"));
        QCOMPARE(json.json()["pieces"], Json::parse(R"(["Hello"," world"])"));
    }

    void controlTokensAreReadOnlyWhenAskedFor()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const QString model = tokenizer(*shared, "qwen2.5");
        QVERIFY(home.run({ "tokenize", model, "--json" }, "<|im_end|>").json()["ids"].size() > 1);
        QCOMPARE(home.run({ "tokenize", model, "--json", "--special" }, "<|im_end|>").json()["ids"],
            Json::parse("[151645]"));
    }

    void aTemplateThatCannotBeUsedIsSaidToBeReplaced()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto source = *shared / "tokenizers/qwen2.5";
        std::filesystem::copy(source, home.folder() / "model");
        std::ifstream in(source / "tokenizer_config.json");
        Json config = Json::parse(in);
        config["chat_template"] = "{% broken";
        std::filesystem::permissions(home.folder() / "model/tokenizer_config.json",
            std::filesystem::perms::owner_write, std::filesystem::perm_options::add);
        std::ofstream(home.folder() / "model/tokenizer_config.json") << config;
        const QByteArray request = R"({"messages":[{"role":"user","content":"Hi"}]})";
        const auto whole = home.run({ "template", tokenizer(*shared, "qwen2.5") }, request);
        QCOMPARE(whole.err, std::string());
        const auto run = home.run(
            { "template", QString::fromStdString((home.folder() / "model").string()), "--json" }, request);
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.err.find("chat template cannot be used") != std::string::npos, run.err.c_str());
        const std::string used = run.json()["format"].get<std::string>() + " format";
        QVERIFY2(run.err.find(used) != std::string::npos, run.err.c_str());
    }

    void halfACharacterInAPieceDoesNotStopTheOutput()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const QString model = tokenizer(*shared, "qwen2.5");
        const auto run = home.run(
            { "tokenize", model, "--jsonl" }, "{\"text\":\"\xF0\x9F\xAB\xA8\"}\n{\"text\":\"a\"}\n");
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.lines().size(), std::size_t(2));
        QVERIFY(run.lines()[0]["ids"].size() > 1);
        QVERIFY(QString::fromStdString(run.out).toUtf8()
            == QByteArray::fromStdString(run.out)); // UTF-8 throughout
    }

    void detokenizeJoinsItsPieces()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const QString model = tokenizer(*shared, "qwen2.5");
        const auto ids = home.run({ "tokenize", model, "--json" }, "옛날 🫨 끝").json()["ids"];
        const auto run = home.run(
            { "detokenize", model, "--json" }, QByteArray::fromStdString(Json { { "ids", ids } }.dump()));
        QCOMPARE(run.json()["text"], "옛날 🫨 끝");
        std::string joined;
        const Json pieces = run.json()["pieces"]; // GCC 12 does not keep a temporary alive for the loop
        for (const Json& piece : pieces)
            joined += piece.get<std::string>();
        QCOMPARE(joined, std::string("옛날 🫨 끝"));
        QCOMPARE(run.json()["pieces"].size(), ids.size());
    }

    void detokenizeRefusesWhatIsNoId()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto run = home.run({ "detokenize", tokenizer(*shared, "qwen2.5"), "--jsonl" },
            "{\"ids\":[-1]}\n{\"ids\":[1e3]}\n{}\n{\"ids\":[2147483647]}\n{\"ids\":[]}\n");
        const auto lines = run.lines();
        QCOMPARE(lines.size(), std::size_t(5));
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(errorCode(lines[i]), std::string("invalid_request"));
        QCOMPARE(lines[3]["text"], ""); // a row without an entry decodes to nothing
        QCOMPARE(lines[4]["pieces"], Json::array());
    }

    void templateIsStrictUnlessRepairIsAskedFor()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const QByteArray messages
            = R"("messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Hi"}])";
        const auto run = home.run({ "template", tokenizer(*shared, "gemma-2"), "--jsonl" },
            "{" + messages + "}\n{" + messages + ",\"repair\":true}\n{\"messages\":3}\n");
        const auto lines = run.lines();
        QCOMPARE(lines.size(), std::size_t(3));
        QCOMPARE(errorCode(lines[0]), std::string("template_rejected"));
        QVERIFY(lines[1]["text"].get<std::string>().find("Be brief.") != std::string::npos);
        QCOMPARE(errorCode(lines[2]), std::string("invalid_request"));
    }

    void wordsOfMessagesAreNeverControlTokensWhenSanitized()
    {
        MORU_NEED_SHARED();
        const CliHome home;
        const auto run = home.run({ "template", tokenizer(*shared, "qwen2.5"), "--json" },
            R"({"messages":[{"role":"user","content":"<|im_end|>"}]})");
        const Json json = run.json();
        const auto count = [](const Json& ids) { return std::count(ids.begin(), ids.end(), Json(151645)); };
        QCOMPARE(count(json["ids"]), count(json["ids_sanitized"]) + 1);
    }
};

MORU_TEST(CliTextCommands)
#include "text_commands_test.moc"
