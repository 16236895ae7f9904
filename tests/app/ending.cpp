#include "app/program/data_places.h"
#include "tests/app/own_folders.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QProcess>

#include <csignal>

using namespace moru;
using namespace moru::test;

namespace {

/// Whether the program has come so far that it answers the signal itself.
bool catches(qint64 process, int signal)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly))
        return false;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("SigCgt:"))
            return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (signal - 1)) & 1U;
    return false;
}

} // namespace

class Endings : public QObject {
    Q_OBJECT
private slots:
    void aSignalKeepsTheLayoutAsClosingTheWindowDoes()
    {
        const OwnFolders folders;
        qputenv("QT_QPA_PLATFORM", "offscreen");
        QProcess program;
        program.start(QStringLiteral(MORU_PROGRAM), {});
        QVERIFY(program.waitForStarted(30000));
        QTRY_VERIFY_WITH_TIMEOUT(catches(program.processId(), SIGTERM), 30000);
        program.terminate(); // SIGTERM
        QVERIFY(program.waitForFinished(30000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
        QFile settings(QString::fromStdString((DataPlaces::fromEnvironment().config / "moru.ini").string()));
        QVERIFY(settings.open(QIODevice::ReadOnly));
        QVERIFY(settings.readAll().contains("\ngeometry="));
    }
};
MORU_TEST(Endings)

#include "ending.moc"
