#include "tests/structure/source_tree.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

namespace moru::test {

namespace {

QString inProject(const QString& path)
{
    return QDir(QStringLiteral(MORU_SOURCE_DIR)).filePath(path);
}

QString textOf(const QString& path)
{
    QFile file(inProject(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Exit status and everything it said.
std::pair<int, QString> run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished() || process.exitStatus() != QProcess::NormalExit)
        return { -1, process.errorString() };
    return { process.exitCode(), QString::fromUtf8(process.readAll()) };
}

} // namespace

class Packaging final : public QObject {
    Q_OBJECT

private slots:
    void scriptsCanBeRun_data();
    void scriptsCanBeRun();
    void everyPackageHasAReason();
    void readmeNamesTheTwoCommands();
    void readmeLinksLeadSomewhere();
    void readmeNamesEveryLibraryThatIsLinked();
    void desktopEntryIsValid();
    void softwareCentreDescriptionIsValid();
};

void Packaging::scriptsCanBeRun_data()
{
    QTest::addColumn<QString>("path");
    for (const char* path :
        { "packaging/run.sh", "packaging/test.sh", "packaging/get-small-models.sh", ".ci/run" })
        QTest::newRow(path) << QString::fromLatin1(path);
}

void Packaging::scriptsCanBeRun()
{
    QFETCH(QString, path);
    QVERIFY(QFileInfo(inProject(path)).isExecutable());
    const auto [status, said] = run(QStringLiteral("bash"), { QStringLiteral("-n"), inProject(path) });
    QCOMPARE(said, QString());
    QCOMPARE(status, 0);
}

void Packaging::everyPackageHasAReason()
{
    static const QRegularExpression line(QStringLiteral("^(run|test|ci) +[a-z0-9][a-z0-9+.-]+ +\\S.*$"));
    const QStringList lines
        = textOf(QStringLiteral("packaging/packages.txt")).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QVERIFY(!lines.isEmpty());
    for (const QString& text : lines)
        if (!text.startsWith(QLatin1Char('#')))
            QVERIFY2(line.match(text).hasMatch(), qPrintable(text));
}

void Packaging::readmeNamesTheTwoCommands()
{
    const QString readme = textOf(QStringLiteral("README.md"));
    QVERIFY(readme.contains(QLatin1String("packaging/run.sh")));
    QVERIFY(readme.contains(QLatin1String("packaging/test.sh")));
}

void Packaging::readmeLinksLeadSomewhere()
{
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)#]+)(#[^)]*)?\\)"));
    int checked = 0;
    for (auto it = link.globalMatch(textOf(QStringLiteral("README.md"))); it.hasNext(); ++checked) {
        const QString target = it.next().captured(1);
        if (!target.contains(QLatin1String("://")))
            QVERIFY2(QFileInfo::exists(inProject(target)), qPrintable(target));
    }
    QVERIFY(checked > 0);
}

void Packaging::readmeNamesEveryLibraryThatIsLinked()
{
    static const QRegularExpression found(QStringLiteral("(?:find_package\\(|pkg_check_modules\\()(\\w+)"));
    // What find_package calls them, where the README's table uses another name.
    const QHash<QString, QString> names { { QStringLiteral("nlohmann_json"),
                                              QStringLiteral("nlohmann-json") },
        { QStringLiteral("Qt6"), QStringLiteral("Qt 6") },
        { QStringLiteral("Python3"), QStringLiteral("Python 3") } };
    const QString readme = textOf(QStringLiteral("README.md"));
    for (const SourceFile& buildFile : readProject({ QStringLiteral("CMakeLists.txt") })) {
        for (auto it = found.globalMatch(buildFile.lines.join(QLatin1Char('\n'))); it.hasNext();) {
            const QString name = it.next().captured(1);
            if (name == QLatin1String("Threads") || name == QLatin1String("PkgConfig"))
                continue; // of the compiler and of the build system
            QVERIFY2(readme.contains(names.value(name, name), Qt::CaseInsensitive),
                qPrintable(buildFile.path + name));
        }
    }
}

void Packaging::desktopEntryIsValid()
{
    const QString validator = QStandardPaths::findExecutable(QStringLiteral("desktop-file-validate"));
    if (validator.isEmpty())
        QSKIP("desktop-file-validate (package desktop-file-utils) is not here");
    const auto [status, said]
        = run(validator, { inProject(QStringLiteral("packaging/org.moru.Moru.desktop")) });
    QCOMPARE(said, QString());
    QCOMPARE(status, 0);
}

void Packaging::softwareCentreDescriptionIsValid()
{
    const QString validator = QStandardPaths::findExecutable(QStringLiteral("appstreamcli"));
    if (validator.isEmpty())
        QSKIP("appstreamcli (package appstream) is not here");
    const auto [status, said] = run(validator,
        { QStringLiteral("validate"), QStringLiteral("--no-net"),
            inProject(QStringLiteral("packaging/org.moru.Moru.metainfo.xml")) });
    QVERIFY2(status == 0, qPrintable(said));
}

MORU_TEST(Packaging)

} // namespace moru::test

#include "packaging_test.moc"
