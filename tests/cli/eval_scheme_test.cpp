#include "tests/cli/cli_process.h"
#include "tests/session/rewrite_tensor.h"
#include "tests/support/test_main.h"
#include "tests/support/tiny_model.h"
#include "tests/tokenizer/tiny_tokenizer.h"

#include <QFile>

#include <cmath>
#include <fstream>

using moru::cli::Json;
using moru::test::CliHome;
using moru::test::CliRun;
using moru::test::TinyModel;

namespace {

constexpr const char* kPlanted = "model.layers.0.mlp.up_proj.weight";
constexpr int kColumns = 256;

/// Columns in whole blocks, an embedding row for every byte, and one matrix where a few columns hold numbers
/// sixty times as large as the others.
TinyModel outlierModel()
{
    TinyModel model("llama", [](nlohmann::json& config) {
        config["hidden_size"] = kColumns;
        config["intermediate_size"] = 256;
        config["vocab_size"] = 256;
    });
    moru::test::rewriteTensor(model, kPlanted, [](std::int64_t r, std::int64_t k) {
        const double angle = double(r * kColumns + k) * 1.7;
        return k % 128 == 5 ? 0.6F : float(0.01 * (std::sin(angle) + std::sin(angle * 1.618)));
    });
    std::ofstream(model.folder() / "tokenizer.json") << moru::test::tinyByteLevel().dump();
    return model;
}

Json tensorOf(const Json& report, const std::string& name)
{
    for (const Json& tensor : report["tensors"]) {
        if (tensor["name"] == name)
            return tensor;
    }
    return {};
}

} // namespace

class CliEvalScheme final : public QObject {
    Q_OBJECT
private slots:
    void isNamedInTheReportWithTheFormatItStandsFor_data()
    {
        QTest::addColumn<QString>("precision");
        QTest::addColumn<QString>("scheme");
        QTest::addColumn<QString>("format");
        QTest::addColumn<int>("bytes"); // of 256 rows of 256 columns
        QTest::newRow("int8 a tensor") << "int8" << "per_tensor" << "INT8/tensor" << 65536 + 2;
        QTest::newRow("int8 a row") << "int8" << "per_channel" << "INT8/row" << 65536 + 2 * 256;
        QTest::newRow("int8 groups") << "int8" << "group" << "INT8/128" << 65536 + 2 * 256 * 2;
        QTest::newRow("int4 a tensor") << "int4" << "per_tensor" << "INT4/tensor" << 32768 + 2;
        QTest::newRow("int4 a row") << "int4" << "per_channel" << "INT4/row" << 32768 + 2 * 256;
        QTest::newRow("int4 groups") << "int4" << "group" << "INT4/32" << 32768 + 2 * 256 * 8;
    }
    void isNamedInTheReportWithTheFormatItStandsFor()
    {
        QFETCH(QString, precision);
        QFETCH(QString, scheme);
        QFETCH(QString, format);
        QFETCH(int, bytes);
        const CliRun run = eval({ "--precision", precision, "--scheme", scheme, "--json" });
        QCOMPARE(run.exitCode, 0);
        const Json report = run.json();
        QCOMPARE(report["scheme"], Json(scheme.toStdString()));
        QCOMPARE(report["outliers"], Json("rotation"));
        QVERIFY(report["calibration"].is_null());
        const Json tensor = tensorOf(report, kPlanted);
        QCOMPARE(tensor["format"], Json(format.toStdString()));
        QCOMPARE(tensor["size_bytes"], Json(bytes));
        QVERIFY(tensor["relative_error"].get<double>() > 0);
        // The comparison itself holds four bytes a weight.
        QVERIFY(report["weights_bytes_in_memory"].get<int>() > 4 * 65536);

        const CliRun text = eval({ "--precision", precision, "--scheme", scheme, "--no-outliers" });
        QCOMPARE(text.exitCode, 0);
        QVERIFY(text.out.starts_with(precision.toStdString() + ": scheme " + scheme.toStdString()
            + " (rounded in float32, for comparison); outliers left as they are; not calibrated\n"));
        QVERIFY(text.out.find(format.toStdString() + ' ') != std::string::npos);
        QVERIFY(text.out.find("F32") == std::string::npos);
        QVERIFY(text.out.find("bytes as the scheme would store them") != std::string::npos);
    }

    void ofMorusOwnIsNoneAndSaysHowOutliersAreKept()
    {
        const Json int8 = eval({ "--precision", "int8", "--json" }).json();
        QVERIFY(int8["scheme"].is_null());
        QCOMPARE(int8["outliers"], Json("rotation"));
        const Json int4 = eval({ "--precision", "int4", "--json" }).json();
        QVERIFY(int4["scheme"].is_null());
        QCOMPARE(int4["outliers"], Json("groups"));
        const CliRun text = eval({ "--precision", "int4" });
        QVERIFY(text.out.starts_with("int4: Moru's own formats; outliers kept to groups of 32 columns; not "
                                     "calibrated\n"));
        QVERIFY(eval({ "--precision", "exact", "--json" }).json()["scheme"].is_null());
    }

    void spreadsOutliersByRotation()
    {
        for (const QString precision : { "int8", "int4" }) {
            const QStringList rows { "--precision", precision, "--scheme", "per_channel", "--json" };
            const Json rotated = eval(rows).json();
            const Json plain = eval(rows + QStringList { "--no-outliers" }).json();
            QCOMPARE(plain["outliers"], Json("none"));
            const auto errorOf = [](const Json& report) {
                return tensorOf(report, kPlanted)["relative_error"].get<double>();
            };
            QVERIFY2(errorOf(rotated) < 0.8 * errorOf(plain),
                qPrintable(QStringLiteral("%1 %2").arg(errorOf(rotated)).arg(errorOf(plain))));
        }
    }

    void takesTheCalibrationAndNamesIt()
    {
        const QString other = write("other.txt",
            "Water boils at a lower temperature on a mountain than at "
            "the sea, because the air above it presses less.");
        const QStringList rows { "--precision", "int4", "--scheme", "per_channel" };
        const QStringList calibrated = rows + QStringList { "--calibrate", other };
        const Json without = eval(rows + QStringList { "--json" }).json();
        const CliRun with = eval(calibrated + QStringList { "--json" });
        QCOMPARE(with.exitCode, 0);
        const Json report = with.json();
        QCOMPARE(report["calibration"]["file"], Json(other.toStdString()));
        // All of it, although the text that is evaluated is shorter.
        QCOMPARE(report["calibration"]["tokens"].get<qint64>(), QFile(other).size());
        // Scales are searched by it, not taken from each row's largest number.
        QVERIFY2(report["kl"]["mean"].get<double>() < 0.9 * without["kl"]["mean"].get<double>(),
            qPrintable(QStringLiteral("%1 %2")
                    .arg(report["kl"]["mean"].get<double>())
                    .arg(without["kl"]["mean"].get<double>())));
        QVERIFY(
            eval(calibrated).out.find("; calibrated on " + other.toStdString() + " (") != std::string::npos);
    }

private:
    [[nodiscard]] QString write(const char* name, const char* content) const
    {
        const auto file = home_.folder() / name;
        std::ofstream(file) << content;
        return QString::fromStdString(file.string());
    }
    [[nodiscard]] CliRun eval(const QStringList& options) const
    {
        return home_.run(QStringList { "eval", QString::fromStdString(model_.folder().string()), "--text",
                             write("text.txt",
                                 "The lighthouse keeper climbed the stairs every evening to "
                                 "light the lamp and count the boats.") }
            + options);
    }

    CliHome home_;
    TinyModel model_ = outlierModel();
};

MORU_TEST(CliEvalScheme)
#include "eval_scheme_test.moc"
