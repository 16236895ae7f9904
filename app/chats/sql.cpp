#include "app/chats/sql.h"

namespace moru {

namespace {

// The low byte of SQLite's result codes (sqlite.org/rescode.html); the rest refines it.
enum SqliteCode {
    SqlitePerm = 3,
    SqliteReadOnly = 8,
    SqliteCorrupt = 11,
    SqliteFull = 13,
    SqliteCantOpen = 14,
    SqliteNotADatabase = 26
};

int primaryCode(const QSqlError& error)
{
    bool isNumber = false;
    const int code = error.nativeErrorCode().toInt(&isNumber);
    return isNumber ? code & 0xff : 0;
}

} // namespace

bool meansDamage(const QSqlError& error)
{
    const int code = primaryCode(error);
    return code == SqliteCorrupt || code == SqliteNotADatabase;
}

Error sqlError(const QSqlError& error, const QString& databaseFile)
{
    ErrorCode code = ErrorCode::WriteFailed;
    switch (primaryCode(error)) {
    case SqliteFull:
        code = ErrorCode::DiskFull;
        break;
    case SqlitePerm:
    case SqliteReadOnly:
    case SqliteCantOpen:
        code = ErrorCode::PermissionDenied;
        break;
    case SqliteCorrupt:
    case SqliteNotADatabase:
        code = ErrorCode::InvalidHeader;
        break;
    default:
        break;
    }
    const QString text = error.databaseText().isEmpty() ? error.driverText() : error.databaseText();
    return { code, text.toStdString(), databaseFile.toStdString() };
}

/// Qt binds a null string as NULL; here a text that was never set is an empty text. NULL is an invalid
/// QVariant.
static QVariant emptyForNullText(const QVariant& value)
{
    const bool isNullText = value.typeId() == QMetaType::QString && value.toString().isNull();
    return isNullText ? QVariant(QLatin1String("")) : value;
}

Result<QSqlQuery> runSql(const QSqlDatabase& database, const QString& statement, const QVariantList& values)
{
    QSqlQuery query(database);
    query.setForwardOnly(true);
    bool good = query.prepare(statement);
    if (good) {
        for (const QVariant& value : values)
            query.addBindValue(emptyForNullText(value));
        good = query.exec();
    }
    if (!good)
        return std::unexpected(sqlError(query.lastError(), database.databaseName()));
    return query;
}

SqlTransaction::SqlTransaction(const QSqlDatabase& database)
    : m_database(database)
{
    if (const auto begun = runSql(m_database, QStringLiteral("BEGIN IMMEDIATE")); !begun)
        m_started = std::unexpected(begun.error());
    else
        m_isOpen = true;
}

SqlTransaction::~SqlTransaction()
{
    if (m_isOpen)
        (void)runSql(m_database, QStringLiteral("ROLLBACK"));
}

Result<void> SqlTransaction::commit()
{
    if (!m_started)
        return m_started;
    if (const auto done = runSql(m_database, QStringLiteral("COMMIT")); !done)
        return std::unexpected(done.error());
    m_isOpen = false;
    return {};
}

} // namespace moru
