#include "app/chats/chat_database.h"

#include "app/chats/chat_schema.h"
#include "app/types/path_text.h"

#include <QUuid>

namespace moru {

namespace {

namespace fs = std::filesystem;

/// Checking every page of a larger file would hold up the start; damage there shows when it is read.
constexpr std::uintmax_t kLargestChecked = 64U << 20;

Result<void> configure(const QSqlDatabase& connection)
{
    for (const char* pragma :
        { "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = ON" }) {
        if (const auto done = runSql(connection, QString::fromLatin1(pragma)); !done)
            return std::unexpected(done.error());
    }
    return {};
}

Result<void> checkPages(const QSqlDatabase& connection, const fs::path& file)
{
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    if (error || size > kLargestChecked)
        return {};
    Result<QSqlQuery> query = runSql(connection, QStringLiteral("PRAGMA quick_check(1)"));
    if (!query)
        return std::unexpected(query.error());
    if (query->next() && query->value(0).toString() != u"ok")
        return failure(
            ErrorCode::InvalidHeader, file.string(), "{}", query->value(0).toString().toStdString());
    return {};
}

/// The log of WAL mode belongs to the file: alone, neither is whole.
Result<fs::path> setAside(const fs::path& file)
{
    const QString stamp = QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    const fs::path aside = fs::path(file).replace_extension()
        += ".damaged-" + stamp.toStdString() + ".sqlite";
    std::error_code error;
    fs::rename(file, aside, error);
    if (error)
        return failure(ErrorCode::WriteFailed, file.string(), "cannot be renamed: {}", error.message());
    for (const char* suffix : { "-wal", "-shm" }) {
        std::error_code ignored;
        fs::rename(fs::path(file) += suffix, fs::path(aside) += suffix, ignored);
    }
    return aside;
}

Notice notice(NoticeKind kind, const fs::path& path, std::optional<Error> error = {})
{
    return { kind, pathText(path), std::move(error), QDateTime::currentDateTime() };
}

} // namespace

ChatDatabase::ChatDatabase(QSqlDatabase connection)
    : m_connection(std::move(connection))
{
}

ChatDatabase::~ChatDatabase()
{
    const QString name = m_connection.connectionName();
    m_connection.close();
    m_connection = QSqlDatabase();
    QSqlDatabase::removeDatabase(name);
}

Result<std::unique_ptr<ChatDatabase>> ChatDatabase::tryOpen(const QString& file)
{
    const QString name = QUuid::createUuid().toString();
    std::unique_ptr<ChatDatabase> database(
        new ChatDatabase(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name)));
    QSqlDatabase& connection = database->m_connection;
    connection.setDatabaseName(file);
    // Another run of the program holds the lock for milliseconds at a time.
    connection.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=3000"));
    if (!connection.open())
        return std::unexpected(sqlError(connection.lastError(), file));
    if (auto good = configure(connection); !good)
        return std::unexpected(good.error());
    if (auto good = checkPages(connection, pathFromText(file)); !good)
        return std::unexpected(good.error());
    if (auto good = prepareChatSchema(connection); !good)
        return std::unexpected(good.error());
    return database;
}

ChatDatabase::Opened ChatDatabase::open(const fs::path& file)
{
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    Result<std::unique_ptr<ChatDatabase>> database = tryOpen(pathText(file));
    if (database)
        return { std::move(*database), std::nullopt };
    Error reason = database.error();
    if (reason.code == ErrorCode::InvalidHeader) {
        const Result<fs::path> aside = setAside(file);
        if (aside) {
            database = tryOpen(pathText(file));
            if (database)
                return { std::move(*database), notice(NoticeKind::DatabaseQuarantined, *aside) };
        }
        reason = aside ? database.error() : aside.error();
    }
    database = tryOpen(QStringLiteral(":memory:"));
    if (!database) // SQLite itself is missing; the store reports each failed write
        database = std::unique_ptr<ChatDatabase>(new ChatDatabase(QSqlDatabase()));
    return { std::move(*database), notice(NoticeKind::DatabaseUnavailable, file) };
}

} // namespace moru
