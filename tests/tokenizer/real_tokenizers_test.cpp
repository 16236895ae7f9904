#include "tests/support/test_main.h"

#include "engine/api/tokenizer.h"

#include <nlohmann/json.hpp>

#include <fstream>

namespace {

using namespace moru;
using nlohmann::json;

json readJson(const std::filesystem::path& path)
{
    std::ifstream file(path);
    return json::parse(file, nullptr, false);
}

} // namespace

/// The tokenizers of the small real models against the ids of goldens/real.
class RealTokenizers : public QObject {
    Q_OBJECT

private slots:
    void promptsAndContinuationsMatch_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : { "smollm2-135m-instruct", "gemma-3-270m", "qwen2.5-coder-0.5b-instruct" })
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void promptsAndContinuationsMatch()
    {
        MORU_NEED_SHARED();
        QFETCH(QString, name);
        const auto folder = moru::test::modelsFolder() / name.toStdString();
        if (!std::filesystem::exists(folder / "tokenizer.json"))
            QSKIP("the real models are not here; set MORU_MODELS_DIR to run this test");
        const auto tokenizer = loadTokenizer(folder);
        QVERIFY2(tokenizer.has_value(), tokenizer ? "" : describe(tokenizer.error()).c_str());
        const json reference = readJson(*shared / "goldens/real" / (name.toStdString() + ".json"));
        int compared = 0;
        for (const json& prompt : reference["prompts"]) {
            const std::string label = prompt.value("name", "");
            const auto wanted = prompt["token_ids"].get<std::vector<TokenId>>();
            const auto ids = prompt["kind"] == "chat"
                ? (*tokenizer)->encodeRendered(prompt["rendered"].get<std::string>(), {})
                : (*tokenizer)->encode(prompt["text"].get<std::string>(), { false, true });
            QVERIFY2(ids == wanted, label.c_str());
            const auto continuation = prompt["continuation_ids"].get<std::vector<TokenId>>();
            QVERIFY2(
                (*tokenizer)->decode(continuation, false) == prompt["continuation_text"].get<std::string>(),
                label.c_str());
            ++compared;
        }
        QVERIFY(compared > 0);
        std::ifstream file(*shared / "goldens/real/perplexity.txt");
        const std::string text { std::istreambuf_iterator<char>(file), {} };
        QVERIFY((*tokenizer)->encode(text, { false, true })
            == reference["perplexity"]["token_ids"].get<std::vector<TokenId>>());
    }
};

MORU_TEST(RealTokenizers)
#include "real_tokenizers_test.moc"
