#include "app/chats/chat_schema.h"

namespace moru {

namespace {

// AUTOINCREMENT: ids are never used twice, so a late event of a deleted message can meet no other one.
const char* const kTables[] = {
    R"(CREATE TABLE chats (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        title TEXT NOT NULL DEFAULT '',
        system_prompt TEXT NOT NULL DEFAULT '',
        model_key TEXT NOT NULL DEFAULT '',
        model_title TEXT NOT NULL DEFAULT '',
        first_message INTEGER,
        is_unread INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER))",
    R"(CREATE TABLE messages (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        chat INTEGER NOT NULL REFERENCES chats(id) ON DELETE CASCADE,
        parent INTEGER REFERENCES messages(id) ON DELETE CASCADE,
        chosen_child INTEGER,
        role INTEGER NOT NULL,
        state INTEGER NOT NULL,
        text TEXT NOT NULL DEFAULT '',
        thinking TEXT NOT NULL DEFAULT '',
        model_key TEXT NOT NULL DEFAULT '',
        model_title TEXT NOT NULL DEFAULT '',
        statistics TEXT,
        writer TEXT,
        created_at INTEGER NOT NULL))",
    "CREATE INDEX messages_by_chat ON messages(chat)",
    "CREATE INDEX messages_by_parent ON messages(parent)",
    "CREATE INDEX messages_by_state ON messages(state) WHERE state = 0",
    R"(CREATE TABLE pieces (
        message INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        text TEXT NOT NULL,
        thinking TEXT NOT NULL,
        PRIMARY KEY (message, number)) WITHOUT ROWID)",
    R"(CREATE TABLE drafts (
        chat INTEGER PRIMARY KEY,
        text TEXT NOT NULL))",
};

Result<int> schemaVersion(const QSqlDatabase& database)
{
    Result<QSqlQuery> query = runSql(database, QStringLiteral("PRAGMA user_version"));
    if (!query)
        return std::unexpected(query.error());
    return query->next() ? query->value(0).toInt() : 0;
}

} // namespace

Result<void> prepareChatSchema(const QSqlDatabase& database)
{
    SqlTransaction transaction(database); // two programs may start at once on a fresh machine
    if (!transaction.started())
        return transaction.started();
    const Result<int> version = schemaVersion(database);
    if (!version)
        return std::unexpected(version.error());
    if (*version > kChatSchemaVersion)
        return failure(ErrorCode::UnsupportedFormat, database.databaseName().toStdString(),
            "chats of version {}, this program knows version {}", *version, kChatSchemaVersion);
    if (*version == 0) {
        for (const char* table : kTables) {
            if (const auto made = runSql(database, QString::fromLatin1(table)); !made)
                return std::unexpected(made.error());
        }
        const auto marked
            = runSql(database, QStringLiteral("PRAGMA user_version = %1").arg(kChatSchemaVersion));
        if (!marked)
            return std::unexpected(marked.error());
    }
    return transaction.commit();
}

} // namespace moru
