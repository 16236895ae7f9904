#include "app/cli/output.h"

#include "app/cli/progress.h"
#include "tests/support/test_main.h"

using namespace moru::cli;

class CliOutput : public QObject {
    Q_OBJECT
private slots:
    void illFormedTextBecomesReplacementCharacters()
    {
        const std::string line = dumpJson({ { "text", std::string("a\xC3") } });
        QCOMPARE(line, std::string("{\"text\":\"a\xEF\xBF\xBD\"}"));
    }

    void numbersKeepThePoint()
    {
        QCOMPARE(dumpJson({ { "x", 1234567.5 } }), std::string("{\"x\":1234567.5}"));
    }

    void errorsCarryCodeMessageAndPlace()
    {
        const Json json = errorJson({ moru::ErrorCode::MissingShard, "it is not there", "a/b.safetensors" });
        QCOMPARE(dumpJson(json),
            std::string(
                R"({"error":{"code":"missing_shard","message":"it is not there","where":"a/b.safetensors"}})"));
    }

    void terminalNeverObeysForeignText()
    {
        QCOMPARE(terminalText("\x1b[2Jx\x07"), std::string("\xE2\x90\x9B[2Jx\xE2\x90\x87"));
        QCOMPARE(terminalText("\x7f"), std::string("\xE2\x90\xA1"));
        QCOMPARE(terminalText("\xC2\x9B"
                              "2J"),
            std::string("\xEF\xBF\xBD"
                        "2J"));
    }

    void terminalShowsOrdinaryTextAsItIs()
    {
        const std::string text = "가나다\n\tÀ é 🙂 \xC2\xA0";
        QCOMPARE(terminalText(text), text);
    }

    void progressLineNamesPhaseAndPercent()
    {
        QCOMPARE(progressLine("Loading", 0, 0, 80), std::string("Loading …"));
        const std::string half = progressLine("Loading", 50, 100, 80);
        QVERIFY(half.starts_with("Loading") && half.ends_with("50 %"));
        QCOMPARE(progressLine("Loading", 1, 2, 10), std::string("50 %"));
        QVERIFY(progressLine("Loading", 300, 100, 80).ends_with("100 %"));
    }
};

MORU_TEST(CliOutput)
#include "output_test.moc"
