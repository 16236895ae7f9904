#include "tests/app/desk.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>

using namespace moru;
using namespace moru::test;

namespace {

Notice fullDisk()
{
    return { NoticeKind::DatabaseWriteFailed, {}, Error { ErrorCode::DiskFull, "full", "chats.sqlite" },
        QDateTime::currentDateTime() };
}

void spoilChats(const std::filesystem::path& file)
{
    const QString name = QStringLiteral("spoiler");
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
        database.setDatabaseName(QString::fromStdString(file.string()));
        QVERIFY(database.open());
        QVERIFY(QSqlQuery(database).exec(QStringLiteral("ALTER TABLE chats RENAME COLUMN title TO name")));
    }
    QSqlDatabase::removeDatabase(name);
}

} // namespace

class Notices : public QObject {
    Q_OBJECT
private slots:
    void whatIsShownAlreadyIsNotShownAnew()
    {
        NoticeList notices;
        notices.post(fullDisk());
        const QSignalSpy changed(&notices, &NoticeBoard::changed);
        Notice again = fullDisk();
        again.at = again.at.addSecs(1);
        notices.post(again);
        QCOMPARE(changed.size(), 0);
        QCOMPARE(notices.notices().size(), std::size_t(1));
        again.error->code = ErrorCode::PermissionDenied;
        notices.post(again);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(notices.notices().size(), std::size_t(1));
    }

    void chatsThatCannotBeReadAreNotToldAsUnsaved()
    {
        Desk desk;
        desk.chat.send(QStringLiteral("q"));
        QVERIFY(desk.notices.notices().empty());
        spoilChats(desk.folders.data() / "chats.sqlite");
        desk.library.refresh();
        QCOMPARE(desk.notices.notices().size(), std::size_t(1));
        const QString told = noticeText(desk.notices.notices().front());
        QVERIFY2(!told.contains(QStringLiteral("saved")) && !told.contains(QStringLiteral("written")),
            qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("read")), qPrintable(told));
        QCOMPARE(desk.library.chats().size(), std::size_t(1)); // what was read before stays
    }
};
MORU_TEST(Notices)

#include "notices.moc"
