#pragma once

#include "engine/api/error.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QString>
#include <QVariantList>

namespace moru {

/// True when SQLite says that the file is no database or contradicts itself (SQLITE_CORRUPT, SQLITE_NOTADB).
[[nodiscard]] bool meansDamage(const QSqlError& error);

/// An SQL error as a value: DiskFull, PermissionDenied, InvalidHeader for damage, else WriteFailed.
[[nodiscard]] Error sqlError(const QSqlError& error, const QString& databaseFile);

/// Prepares and runs one statement with its values. The query is left on the first row's front.
[[nodiscard]] Result<QSqlQuery> runSql(
    const QSqlDatabase& database, const QString& statement, const QVariantList& values = {});

/// BEGIN IMMEDIATE … COMMIT around a scope; rolls back unless `commit` was called and succeeded. Immediate,
/// so that two programs on one file wait for each other here and not in the middle.
class SqlTransaction {
public:
    explicit SqlTransaction(const QSqlDatabase& database);
    ~SqlTransaction();
    SqlTransaction(const SqlTransaction&) = delete;
    SqlTransaction& operator=(const SqlTransaction&) = delete;

    [[nodiscard]] const Result<void>& started() const { return m_started; }
    [[nodiscard]] Result<void> commit();

private:
    QSqlDatabase m_database;
    Result<void> m_started;
    bool m_isOpen = false;
};

} // namespace moru
