#include "app/program/command_line.h"
#include "app/program/log_file.h"
#include "tests/app/own_folders.h"
#include "tests/support/test_main.h"

#include <QDebug>

using namespace moru;
using namespace moru::test;

class CommandLines : public QObject {
    Q_OBJECT
private slots:
    void oneModelAndTheUsualOptions()
    {
        QCOMPARE(CommandLine::parse({ "/m/a b" }).model, std::string("/m/a b"));
        QVERIFY(CommandLine::parse({ "--help" }).wantsHelp);
        QVERIFY(CommandLine::parse({ "x", "--version" }).wantsVersion);
        QVERIFY(CommandLine::parse({}).mistake.empty());
        QCOMPARE(CommandLine::parse({ "--", "--odd name" }).model, std::string("--odd name"));
    }

    void qtOptionsAreQts()
    {
        const CommandLine line = CommandLine::parse({ "-platform", "offscreen", "-style=fusion", "model" });
        QVERIFY(line.mistake.empty());
        QCOMPARE(line.model, std::string("model"));
    }

    void mistakesAreNamed()
    {
        QVERIFY(!CommandLine::parse({ "--fast" }).mistake.empty());
        QVERIFY(!CommandLine::parse({ "a", "b" }).mistake.empty());
    }

    void logIsBounded()
    {
        const OwnFolders folders;
        const auto folder = folders.root() / "state" / "moru";
        QVERIFY(startLog(folder));
        const QString line(1000, u'x');
        for (int i = 0; i < 4000; ++i)
            qInfo().noquote() << line;
        stopLog();
        QVERIFY(std::filesystem::file_size(folder / "moru.log") < (1U << 20) + 4096);
        QVERIFY(std::filesystem::file_size(folder / "moru.log.1") < (1U << 20) + 4096);
        QVERIFY(!std::filesystem::exists(folder / "moru.log.2"));
    }
};
MORU_TEST(CommandLines)

#include "command_line.moc"
