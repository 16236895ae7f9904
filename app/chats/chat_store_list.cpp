#include "app/chats/chat_store.h"

#include "app/chats/statistics_json.h"

#include <algorithm>

namespace moru {

namespace {

constexpr int kMostResults = 200;
constexpr qsizetype kExcerptLength = 120;

// The last message of the shown path is not asked for here: an interrupted answer counts when it is its
// chat's newest.
const QString& listColumns()
{
    static const QString columns = QStringLiteral(
        "SELECT c.id, c.title, c.model_title, c.updated_at, c.deleted_at, c.is_unread, "
        "ifnull((SELECT m.state FROM messages m WHERE m.chat = c.id ORDER BY m.id DESC LIMIT 1), 1), "
        "ifnull((SELECT d.text FROM drafts d WHERE d.chat = c.id), '') FROM chats c ");
    return columns;
}

ChatSummary summaryOf(const QSqlQuery& row)
{
    ChatSummary summary;
    summary.id = row.value(0).toLongLong();
    summary.title = row.value(1).toString();
    summary.modelTitle = row.value(2).toString();
    summary.updatedAt = QDateTime::fromMSecsSinceEpoch(row.value(3).toLongLong());
    if (!row.value(4).isNull())
        summary.deletedAt = QDateTime::fromMSecsSinceEpoch(row.value(4).toLongLong());
    summary.hasUnreadAnswer = row.value(5).toBool();
    summary.hasInterruptedAnswer = row.value(6).toInt() == static_cast<int>(AnswerState::Interrupted);
    summary.draftStart = row.value(7).toString().trimmed().section(u'\n', 0, 0);
    return summary;
}

Result<std::vector<ChatSummary>> readList(
    const QSqlDatabase& database, const QString& rest, const QVariantList& values)
{
    Result<QSqlQuery> rows = runSql(database, listColumns() + rest, values);
    if (!rows)
        return std::unexpected(rows.error());
    std::vector<ChatSummary> list;
    while (rows->next())
        list.push_back(summaryOf(*rows));
    return list;
}

QString likePattern(const QString& word)
{
    QString escaped;
    for (const QChar c : word) {
        if (c == u'\\' || c == u'%' || c == u'_')
            escaped += u'\\';
        escaped += c;
    }
    return u'%' + escaped + u'%';
}

/// The line that holds the word, cut to its surroundings.
QString excerptAround(const QString& text, const QString& word)
{
    const qsizetype at = std::max<qsizetype>(0, text.indexOf(word, 0, Qt::CaseInsensitive));
    const qsizetype lineStart = text.lastIndexOf(u'\n', at) + 1;
    const qsizetype start = std::max(lineStart, at - kExcerptLength / 3);
    const QString line = text.mid(start, kExcerptLength).section(u'\n', 0, 0);
    return (start > lineStart ? QStringLiteral("…") : QString()) + line;
}

Result<void> run(const QSqlDatabase& database, const QString& statement, const QVariantList& values = {})
{
    const Result<QSqlQuery> query = runSql(database, statement, values);
    return query ? Result<void>() : std::unexpected(query.error());
}

} // namespace

Result<std::vector<ChatSummary>> ChatStore::chats(bool inBin) const
{
    return readList(db(),
        inBin ? QStringLiteral("WHERE c.deleted_at IS NOT NULL ORDER BY c.deleted_at DESC, c.id DESC")
              : QStringLiteral("WHERE c.deleted_at IS NULL ORDER BY c.updated_at DESC, c.id DESC"),
        {});
}

Result<std::vector<ChatSummary>> ChatStore::search(const QString& text) const
{
    // Korean and the like have no word ends to rely on, so words are found anywhere, as people expect of a
    // search box.
    const QStringList words = text.simplified().split(u' ', Qt::SkipEmptyParts);
    QString condition = QStringLiteral("WHERE c.deleted_at IS NULL");
    QVariantList values;
    for (const QString& word : words) {
        condition += QStringLiteral(
            " AND (c.title LIKE ? ESCAPE '\\' OR EXISTS (SELECT 1 FROM messages m WHERE m.chat = "
            "c.id AND m.text LIKE ? ESCAPE '\\'))");
        values << likePattern(word) << likePattern(word);
    }
    condition += QStringLiteral(" ORDER BY c.updated_at DESC, c.id DESC LIMIT %1").arg(kMostResults);
    Result<std::vector<ChatSummary>> found = readList(db(), condition, values);
    if (!found || words.isEmpty())
        return found;
    for (ChatSummary& summary : *found) {
        Result<QSqlQuery> row = runSql(db(),
            QStringLiteral(
                "SELECT text FROM messages WHERE chat = ? AND text LIKE ? ESCAPE '\\' ORDER BY id LIMIT 1"),
            { summary.id, likePattern(words.first()) });
        if (row && row->next())
            summary.excerpt = excerptAround(row->value(0).toString(), words.first());
    }
    return found;
}

Result<ChatRecord> ChatStore::chat(ChatId chat) const
{
    Result<QSqlQuery> row = runSql(db(),
        QStringLiteral("SELECT title, system_prompt, model_key, model_title FROM chats WHERE id = ?"),
        { chat });
    if (!row)
        return std::unexpected(row.error());
    if (!row->next())
        return failure(
            ErrorCode::FileNotFound, db().databaseName().toStdString(), "there is no chat {}", chat);
    return ChatRecord { chat, row->value(0).toString(), row->value(1).toString(), row->value(2).toString(),
        row->value(3).toString() };
}

Result<void> ChatStore::rename(ChatId chat, const QString& title)
{
    return run(db(), QStringLiteral("UPDATE chats SET title = ? WHERE id = ?"), { title, chat });
}

Result<void> ChatStore::setSystemPrompt(ChatId chat, const QString& text)
{
    return run(db(), QStringLiteral("UPDATE chats SET system_prompt = ? WHERE id = ?"), { text, chat });
}

Result<void> ChatStore::setUnread(ChatId chat, bool isUnread)
{
    return run(db(), QStringLiteral("UPDATE chats SET is_unread = ? WHERE id = ? AND is_unread <> ?"),
        { isUnread, chat, isUnread });
}

Result<void> ChatStore::setDeleted(ChatId chat, bool isDeleted)
{
    return run(db(), QStringLiteral("UPDATE chats SET deleted_at = ? WHERE id = ?"),
        { isDeleted ? QVariant(QDateTime::currentMSecsSinceEpoch()) : QVariant(), chat });
}

Result<void> ChatStore::deleteForever(ChatId chat)
{
    return run(db(), QStringLiteral("DELETE FROM chats WHERE id = ? AND deleted_at IS NOT NULL"), { chat });
}

Result<void> ChatStore::emptyBin()
{
    return run(db(), QStringLiteral("DELETE FROM chats WHERE deleted_at IS NOT NULL"));
}

QString ChatStore::draft(ChatId chat) const
{
    Result<QSqlQuery> row = runSql(db(), QStringLiteral("SELECT text FROM drafts WHERE chat = ?"), { chat });
    return row && row->next() ? row->value(0).toString() : QString();
}

Result<void> ChatStore::setDraft(ChatId chat, const QString& text)
{
    if (text.isEmpty())
        return run(db(), QStringLiteral("DELETE FROM drafts WHERE chat = ?"), { chat });
    return run(db(),
        QStringLiteral("INSERT INTO drafts (chat, text) VALUES (?, ?) ON CONFLICT (chat) DO UPDATE SET text "
                       "= excluded.text"),
        { chat, text });
}

std::vector<AnswerSpeed> ChatStore::recentSpeeds(int count) const
{
    Result<QSqlQuery> rows = runSql(db(),
        QStringLiteral("SELECT model_title, created_at, statistics FROM messages WHERE statistics IS NOT "
                       "NULL ORDER BY id "
                       "DESC LIMIT ?"),
        { count });
    std::vector<AnswerSpeed> speeds;
    while (rows && rows->next()) {
        const auto statistics = statisticsFromJson(rows->value(2).toString());
        if (statistics && statistics->decodeTokensPerSecond)
            speeds.push_back(
                { rows->value(0).toString(), QDateTime::fromMSecsSinceEpoch(rows->value(1).toLongLong()),
                    statistics->decodeTokensPerSecond, statistics->promptTokensPerSecond });
    }
    std::ranges::reverse(speeds);
    return speeds;
}

} // namespace moru
