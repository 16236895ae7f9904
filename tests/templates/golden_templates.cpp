#include "engine/templates/chatml.h"
#include "engine/templates/gemma.h"
#include "engine/templates/llama3.h"
#include "tests/support/test_main.h"
#include "tests/templates/golden_case.h"

#include <QObject>

using namespace moru;
using namespace moru::test;

/// The built-in formats against what transformers renders with the models' own templates.
class GoldenTemplates : public QObject {
    Q_OBJECT

private slots:
    void rendersAsTheReference_data();
    void rendersAsTheReference();
};

void GoldenTemplates::rendersAsTheReference_data()
{
    QTest::addColumn<QString>("golden");
    for (const char* name : { "gemma", "gemma-2", "gemma-3", "llama-3.2", "qwen2.5", "qwen3", "qwen3.5" })
        QTest::newRow(name) << QString(name);
}

static std::shared_ptr<const PromptFormat> formatOf(const QString& golden)
{
    if (golden == "gemma-3")
        return gemma3Format();
    if (golden.startsWith("gemma"))
        return gemmaFormat();
    if (golden == "llama-3.2")
        return llama3Format();
    if (golden == "qwen2.5")
        return qwen25Format();
    return golden == "qwen3" ? qwen3Format() : qwen35Format();
}

void GoldenTemplates::rendersAsTheReference()
{
    MORU_NEED_SHARED();
    QFETCH(QString, golden);
    const auto cases = readTemplateCases(*shared / "goldens/templates" / (golden.toStdString() + ".jsonl"));
    QVERIFY(cases.size() > 60);
    const auto format = formatOf(golden);
    for (const TemplateCase& c : cases) {
        const auto prompt = format->render(c.messages, c.options);
        QVERIFY2(prompt.has_value() == c.text.has_value(), c.name.c_str());
        if (prompt)
            QVERIFY2(prompt->text == *c.text, (c.name + ":\n" + prompt->text + "\n---\n" + *c.text).c_str());
        else if (c.error == "TemplateError")
            QVERIFY2(
                prompt.error().message == c.errorMessage, (c.name + ": " + prompt.error().message).c_str());
        if (!prompt)
            QCOMPARE(prompt.error().code, ErrorCode::TemplateRejected);
        if (c.fallbackText) {
            PromptOptions repairing = c.options;
            repairing.repair = true;
            const auto repaired = format->render(c.messages, repairing);
            QVERIFY2(repaired.has_value(), c.name.c_str());
            QVERIFY2(repaired->text == *c.fallbackText, (c.name + ":\n" + repaired->text).c_str());
            QVERIFY2(!repaired->repairs.empty(), c.name.c_str());
        }
    }
}

MORU_TEST(GoldenTemplates)
#include "golden_templates.moc"
