#include "tests/support/test_main.h"
#include "tests/templates/folder_format.h"
#include "tests/templates/golden_case.h"

#include <QObject>

using namespace moru;
using namespace moru::test;

/// Built-in formats and interpreted templates against what transformers renders with the models' own
/// templates.
class GoldenTemplates : public QObject {
    Q_OBJECT

private slots:
    void rendersAsTheReference_data();
    void rendersAsTheReference();
    void givesTheReferencesIds_data();
    void givesTheReferencesIds();
};

static constexpr std::array kNames { "gemma", "gemma-2", "gemma-3", "llama-3.2", "qwen2.5", "qwen3",
    "qwen3.5" };

static void addBothWays()
{
    QTest::addColumn<QString>("golden");
    QTest::addColumn<bool>("interpreted");
    for (const char* name : kNames) {
        QTest::addRow("%s built in", name) << QString(name) << false;
        QTest::addRow("%s interpreted", name) << QString(name) << true;
    }
}

static std::shared_ptr<const PromptFormat> formatOf(
    const std::filesystem::path& shared, const std::string& golden, bool interpreted)
{
    return interpreted ? goldenTemplate(shared, golden) : goldenFormat(golden);
}

static std::vector<TemplateCase> casesOf(const std::filesystem::path& shared, const std::string& golden)
{
    return readTemplateCases(shared / "goldens/templates" / (golden + ".jsonl"));
}

void GoldenTemplates::rendersAsTheReference_data()
{
    addBothWays();
}

void GoldenTemplates::rendersAsTheReference()
{
    MORU_NEED_SHARED();
    QFETCH(QString, golden);
    QFETCH(bool, interpreted);
    const auto format = formatOf(*shared, golden.toStdString(), interpreted);
    QVERIFY(format);
    const auto cases = casesOf(*shared, golden.toStdString());
    QVERIFY(cases.size() > 60);
    for (const TemplateCase& c : cases) {
        const auto prompt = format->render(c.messages, c.options);
        QVERIFY2(prompt.has_value() == c.text.has_value(),
            (c.name + (prompt ? "" : describe(prompt.error()))).c_str());
        if (prompt)
            QVERIFY2(prompt->text == *c.text, (c.name + ":\n" + prompt->text + "\n---\n" + *c.text).c_str());
        else if (c.error == "TemplateError")
            QVERIFY2(
                prompt.error().message == c.errorMessage, (c.name + ": " + prompt.error().message).c_str());
        if (!prompt)
            QCOMPARE(prompt.error().code, ErrorCode::TemplateRejected);
        if (prompt)
            QCOMPARE(prompt->endsInsideThinking, prompt->text.ends_with("<think>\n"));
        // The interpreter cannot know that Gemma drops a system text that no turn follows.
        if (!c.fallbackText || (interpreted && c.messages.size() == 1))
            continue;
        PromptOptions repairing = c.options;
        repairing.repair = true;
        const auto repaired = format->render(c.messages, repairing);
        QVERIFY2(repaired.has_value(), c.name.c_str());
        QVERIFY2(!repaired->repairs.empty(), c.name.c_str());
        if (!interpreted) // which trims what it joins
            QVERIFY2(repaired->text == *c.fallbackText, (c.name + ":\n" + repaired->text).c_str());
    }
}

void GoldenTemplates::givesTheReferencesIds_data()
{
    addBothWays();
}

void GoldenTemplates::givesTheReferencesIds()
{
    MORU_NEED_SHARED();
    QFETCH(QString, golden);
    QFETCH(bool, interpreted);
    const auto format = formatOf(*shared, golden.toStdString(), interpreted);
    const auto tokenizer = sharedTokenizer(*shared, golden.toStdString());
    QVERIFY(format && tokenizer);
    int sanitizedCases = 0;
    for (const TemplateCase& c : casesOf(*shared, golden.toStdString())) {
        const auto prompt = format->render(c.messages, c.options);
        if (!prompt)
            continue;
        QVERIFY2(tokenizer->encodeRendered(prompt->text, {}) == c.ids, c.name.c_str());
        QVERIFY2(
            tokenizer->encodeRendered(prompt->text, prompt->messageRanges) == c.sanitizedIds, c.name.c_str());
        sanitizedCases += c.ids != c.sanitizedIds;
    }
    QVERIFY(sanitizedCases > 0);
}

MORU_TEST(GoldenTemplates)
#include "golden_templates.moc"
