#include "app/chats/chat_database.h"
#include "app/chats/chat_schema.h"
#include "app/chats/instance_lock.h"
#include "tests/app/own_folders.h"
#include "tests/support/test_main.h"

#include <fstream>

using namespace moru;
using namespace moru::test;

namespace {

QString pragma(const ChatDatabase& database, const char* name)
{
    Result<QSqlQuery> row
        = runSql(database.connection(), QStringLiteral("PRAGMA ") + QString::fromLatin1(name));
    return row && row->next() ? row->value(0).toString() : QString();
}

std::string bytesOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return { std::istreambuf_iterator<char>(stream), {} };
}

} // namespace

class ChatDatabases : public QObject {
    Q_OBJECT
private slots:
    void isMadeWithItsGuards()
    {
        const OwnFolders folders;
        const auto opened = ChatDatabase::open(folders.data() / "chats.sqlite");
        QVERIFY(!opened.notice);
        QCOMPARE(pragma(*opened.database, "journal_mode"), QStringLiteral("wal"));
        QCOMPARE(pragma(*opened.database, "synchronous"), QStringLiteral("1")); // NORMAL
        QCOMPARE(pragma(*opened.database, "foreign_keys"), QStringLiteral("1"));
        QCOMPARE(pragma(*opened.database, "user_version"), QString::number(kChatSchemaVersion));
    }

    void damagedFileIsSetAsideUnchanged_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("text") << QByteArray(
            "this is no database, but somebody's notes; long enough to be read as one");
        QTest::newRow("NUL bytes") << QByteArray(8192, '\0');
        QTest::newRow("header, then noise") << (QByteArray("SQLite format 3\0", 16)
            + QByteArray("\x10\x00\x02\x02\x00\x40\x20\x20", 8) + QByteArray(8168, 'x'));
    }
    void damagedFileIsSetAsideUnchanged()
    {
        QFETCH(QByteArray, bytes);
        const OwnFolders folders;
        const auto file = folders.data() / "chats.sqlite";
        writeFile(file, bytes.toStdString());
        const auto opened = ChatDatabase::open(file);
        QVERIFY(opened.notice);
        QCOMPARE(opened.notice->kind, NoticeKind::DatabaseQuarantined);
        QCOMPARE(bytesOf(opened.notice->argument.toStdString()), bytes.toStdString());
        QCOMPARE(
            pragma(*opened.database, "user_version"), QString::number(kChatSchemaVersion)); // a new one works
        QCOMPARE(QString::fromStdString(file.string()), opened.database->connection().databaseName());
    }

    void damageInThePagesIsFound()
    {
        const OwnFolders folders;
        const auto file = folders.data() / "chats.sqlite";
        {
            const auto opened = ChatDatabase::open(file);
            for (int i = 0; i < 200; ++i)
                QVERIFY(runSql(opened.database->connection(),
                    QStringLiteral("INSERT INTO chats (title, created_at, updated_at) VALUES (?, 0, 0)"),
                    { QString(200, u'x') }));
        }
        std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
        stream.seekp(8 * 4096);
        stream << std::string(4 * 4096, 'z');
        stream.close();
        const auto opened = ChatDatabase::open(file);
        QVERIFY(opened.notice);
        QCOMPARE(opened.notice->kind, NoticeKind::DatabaseQuarantined);
    }

    void newerVersionIsLeftAlone()
    {
        const OwnFolders folders;
        const auto file = folders.data() / "chats.sqlite";
        {
            const auto opened = ChatDatabase::open(file);
            QVERIFY(runSql(opened.database->connection(), QStringLiteral("PRAGMA user_version = 99")));
        }
        const std::string before = bytesOf(file);
        const auto opened = ChatDatabase::open(file);
        QVERIFY(opened.notice);
        QCOMPARE(opened.notice->kind, NoticeKind::DatabaseUnavailable);
        QCOMPARE(opened.database->connection().databaseName(), QStringLiteral(":memory:"));
        QCOMPARE(bytesOf(file), before);
    }

    void folderThatCannotBeMadeMeansMemory()
    {
        const OwnFolders folders;
        writeFile(folders.root() / "blocked", "a file where a folder should be");
        const auto opened = ChatDatabase::open(folders.root() / "blocked" / "chats.sqlite");
        QVERIFY(opened.notice);
        QCOMPARE(opened.notice->kind, NoticeKind::DatabaseUnavailable);
        QCOMPARE(pragma(*opened.database, "user_version"), QString::number(kChatSchemaVersion));
    }

    void lockTellsWhoIsAlive()
    {
        const OwnFolders folders;
        const InstanceLock me(folders.root() / "instances");
        QString gone;
        {
            const InstanceLock other(folders.root() / "instances");
            gone = other.name();
            QVERIFY(me.isAlive(other.name()));
        }
        QVERIFY(me.isAlive(me.name()));
        QVERIFY(!me.isAlive(gone));
        QVERIFY(!me.isAlive(QStringLiteral("../../etc/passwd")));
        QVERIFY(!me.isAlive(QString()));
    }
};
MORU_TEST(ChatDatabases)

#include "chat_database.moc"
