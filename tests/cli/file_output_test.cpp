#include "app/cli/file_output.h"

#include "app/cli/output.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>

#include <cstring>

using namespace moru;
using namespace moru::cli;

class CliFileOutput : public QObject {
    Q_OBJECT
private slots:
    void tensorsComeBackBitForBit()
    {
        const QTemporaryDir folder;
        const auto path = folder.filePath("남은 값.safetensors").toStdString();
        const NamedTensor tensors[]
            = { { "logits", { 2, 3 }, { 1, 2, 3, 4, 5, -0.5F } }, { "hidden.00", { 1 }, { 7 } } };
        QVERIFY(writeTensors(path, tensors));

        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        std::uint64_t headerSize = 0;
        std::memcpy(&headerSize, bytes.constData(), sizeof headerSize);
        QCOMPARE(headerSize % 8, std::uint64_t(0));
        const Json header = Json::parse(bytes.mid(8, qsizetype(headerSize)).toStdString());
        QCOMPARE(dumpJson(header["logits"]),
            std::string(R"({"dtype":"F32","shape":[2,3],"data_offsets":[0,24]})"));
        QCOMPARE(dumpJson(header["hidden.00"]),
            std::string(R"({"dtype":"F32","shape":[1],"data_offsets":[24,28]})"));
        QCOMPARE(std::uint64_t(bytes.size()), 8 + headerSize + 28);
        float last = 0;
        std::memcpy(&last, bytes.constData() + 8 + headerSize + 20, sizeof last);
        QCOMPARE(last, -0.5F);
    }

    void absentFolderIsNamed()
    {
        const QTemporaryDir folder;
        const auto path = folder.filePath("absent/out.safetensors").toStdString();
        const auto written = writeTensors(path, {});
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::FileNotFound);
        QCOMPARE(written.error().where, path);
    }

    void nothingStaysBehindWhenItCannotBeNamed()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("taken/inside")); // a folder that is not empty cannot be replaced
        QVERIFY(!writeTextFile(folder.filePath("taken").toStdString(), "text"));
        QVERIFY(!QFile::exists(folder.filePath("taken.partial")));
    }
};

MORU_TEST(CliFileOutput)
#include "file_output_test.moc"
