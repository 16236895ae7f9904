#include "tests/cli/cli_process.h"
#include "tests/support/small_model.h"
#include "tests/support/test_main.h"

#include <QFile>

using namespace moru;
using namespace moru::test;

namespace {

/// Writes a file into the home's folder and gives its path.
QString writeText(const CliHome& home, const char* name, const char* content)
{
    QFile file(QString::fromStdString((home.folder() / name).string()));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", name);
    file.write(content);
    return file.fileName();
}

constexpr const char* kText
    = "The lighthouse keeper climbed the stairs every evening to light the lamp. From the top he could see "
      "the "
      "fishing boats coming home, one after another, and count them as they passed the rocks.";
constexpr const char* kOtherText = "Water boils at a lower temperature on a mountain than at the sea, "
                                   "because the air above it presses less. "
                                   "Cooks who live high up know that beans take longer there.";

} // namespace

class CliEval final : public QObject {
    Q_OBJECT
private slots:
    void tellsDamageOfPromptsAndAnswersByTensorAndLayer()
    {
        NEED_MODEL(model, "smollm2-135m-instruct");
        const CliHome home;
        const auto run = home.run({ "eval", model, "--text", writeText(home, "text", kText), "--precision",
            "int8", "--layers", "--json" });
        QCOMPARE(run.exitCode, 0);
        const auto report = run.json();
        QVERIFY(report["kl"]["mean"].get<double>() > 0 && report["kl"]["mean"].get<double>() < 0.01);
        QVERIFY(report["answers"]["kl"]["mean"].get<double>() > 0);
        QCOMPARE(report["layers"].size(), std::size_t(30));
        QVERIFY(report["layers"][0]["relative_error"].get<double>() > 0);
        QCOMPARE(report["tensors"].size(), std::size_t(1 + 30 * 7));
        QVERIFY(report["check"]["tokens"].get<int>() > 8);
        QVERIFY(report["check"]["mean_kl"].get<double>() > 0);
    }

    void calibratesOnAnotherText()
    {
        NEED_MODEL(model, "smollm2-135m-instruct");
        const CliHome home;
        const QStringList plain { "eval", model, "--text", writeText(home, "text", kText), "--precision",
            "int8", "--json" };
        const auto uncalibrated = home.run(plain);
        const auto calibrated
            = home.run(plain + QStringList { "--calibrate", writeText(home, "other", kOtherText) });
        QCOMPARE(uncalibrated.exitCode, 0);
        QCOMPARE(calibrated.exitCode, 0);
        // What it gains is measured where models are made for it (tests/session); here it must not be
        // ignored.
        QVERIFY(calibrated.json()["kl"]["mean"] != uncalibrated.json()["kl"]["mean"]);
        QVERIFY(calibrated.json()["kl"]["mean"].get<double>()
            < 2 * uncalibrated.json()["kl"]["mean"].get<double>());
    }

    void refusesWhatExactCannotDo()
    {
        NEED_MODEL(model, "smollm2-135m-instruct");
        const CliHome home;
        const QString text = writeText(home, "text", kText);
        for (const QStringList& option : { QStringList { "--layers" }, QStringList { "--calibrate", text },
                 QStringList { "--scheme", "group" } }) {
            const auto run = home.run(
                QStringList { "eval", model, "--text", text, "--precision", "exact", "--json" } + option);
            QCOMPARE(run.exitCode, 1);
            QCOMPARE(errorCode(run.json()), std::string("invalid_setting"));
        }
    }
};

MORU_TEST(CliEval)
#include "eval_test.moc"
