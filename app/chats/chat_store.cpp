#include "app/chats/chat_store.h"

#include "app/chats/statistics_json.h"

#include <QSet>

namespace moru {

namespace {

qint64 now()
{
    return QDateTime::currentMSecsSinceEpoch();
}

QVariant idOrNull(MessageId id)
{
    return id == 0 ? QVariant(QMetaType::fromType<qint64>()) : QVariant(id);
}

Result<void> run(const QSqlDatabase& database, const QString& statement, const QVariantList& values = {})
{
    const Result<QSqlQuery> query = runSql(database, statement, values);
    return query ? Result<void>() : std::unexpected(query.error());
}

MessageRecord recordOf(const QSqlQuery& row)
{
    MessageRecord message;
    message.id = row.value(0).toLongLong();
    message.parent = row.value(1).toLongLong();
    message.role = row.value(3).toInt() == 0 ? MessageRole::User : MessageRole::Assistant;
    const int state = row.value(4).toInt();
    const bool isKnown = state >= 0 && state <= static_cast<int>(AnswerState::Failed);
    message.state = isKnown ? static_cast<AnswerState>(state) : AnswerState::Interrupted;
    message.text = row.value(5).toString();
    message.thinking = row.value(6).toString();
    message.modelKey = row.value(7).toString();
    message.modelTitle = row.value(8).toString();
    if (!row.value(9).isNull())
        message.statistics = statisticsFromJson(row.value(9).toString());
    message.createdAt = QDateTime::fromMSecsSinceEpoch(row.value(10).toLongLong());
    return message;
}

} // namespace

ChatStore::ChatStore(const std::filesystem::path& folder)
    : m_instance(folder / "instances")
{
    ChatDatabase::Opened opened = ChatDatabase::open(folder / "chats.sqlite");
    m_database = std::move(opened.database);
    m_openingNotice = std::move(opened.notice);
}

Result<void> ChatStore::inTransaction(const std::function<Result<void>()>& work)
{
    SqlTransaction transaction(db());
    if (!transaction.started())
        return transaction.started();
    if (auto done = work(); !done)
        return done;
    return transaction.commit();
}

Result<int> ChatStore::markInterruptedAnswers()
{
    Result<QSqlQuery> rows = runSql(db(), QStringLiteral("SELECT id, writer FROM messages WHERE state = 0"));
    if (!rows)
        return std::unexpected(rows.error());
    std::vector<MessageId> orphans;
    while (rows->next()) {
        const QString writer = rows->value(1).toString();
        if (writer == m_instance.name() || !m_instance.isAlive(writer))
            orphans.push_back(rows->value(0).toLongLong());
    }
    rows->finish();
    for (const MessageId answer : orphans) {
        if (auto done = finishAnswer(answer, AnswerState::Interrupted, std::nullopt); !done)
            return std::unexpected(done.error());
    }
    return static_cast<int>(orphans.size());
}

qint64 ChatStore::dataVersion() const
{
    Result<QSqlQuery> row = runSql(db(), QStringLiteral("PRAGMA data_version"));
    return row && row->next() ? row->value(0).toLongLong() : 0;
}

Result<MessageTree> ChatStore::messages(ChatId chat) const
{
    std::map<MessageId, MessageId> chosen;
    Result<QSqlQuery> first
        = runSql(db(), QStringLiteral("SELECT first_message FROM chats WHERE id = ?"), { chat });
    if (!first)
        return std::unexpected(first.error());
    if (first->next())
        chosen[0] = first->value(0).toLongLong();

    Result<QSqlQuery> rows = runSql(db(),
        QStringLiteral("SELECT id, parent, chosen_child, role, state, text, thinking, model_key, "
                       "model_title, statistics, "
                       "created_at FROM messages WHERE chat = ? ORDER BY id"),
        { chat });
    if (!rows)
        return std::unexpected(rows.error());
    std::vector<MessageRecord> messages;
    std::map<MessageId, std::size_t> places;
    while (rows->next()) {
        messages.push_back(recordOf(*rows));
        places[messages.back().id] = messages.size() - 1;
        if (!rows->value(2).isNull())
            chosen[messages.back().id] = rows->value(2).toLongLong();
    }
    // Pieces exist only below an answer that is being written, here or in another run of the program.
    Result<QSqlQuery> pieces = runSql(db(),
        QStringLiteral(
            "SELECT p.message, p.text, p.thinking FROM pieces p JOIN messages m ON m.id = p.message "
            "WHERE m.chat = ? ORDER BY p.message, p.number"),
        { chat });
    if (!pieces)
        return std::unexpected(pieces.error());
    while (pieces->next()) {
        MessageRecord& message = messages[places.at(pieces->value(0).toLongLong())];
        message.text += pieces->value(1).toString();
        message.thinking += pieces->value(2).toString();
    }
    return MessageTree(std::move(messages), std::move(chosen));
}

Result<ChatId> ChatStore::insertChat(const QString& title, const QString& systemPrompt)
{
    const Result<QSqlQuery> query = runSql(db(),
        QStringLiteral(
            "INSERT INTO chats (title, system_prompt, created_at, updated_at) VALUES (?, ?, ?, ?)"),
        { title, systemPrompt, now(), now() });
    return query ? Result<ChatId>(query->lastInsertId().toLongLong()) : std::unexpected(query.error());
}

Result<MessageRecord> ChatStore::insertMessage(const NewMessage& message)
{
    const qint64 createdAt = now();
    const bool isOpen = message.state == AnswerState::Incomplete;
    const Result<QSqlQuery> query = runSql(db(),
        QStringLiteral("INSERT INTO messages (chat, parent, role, state, text, model_key, model_title, "
                       "writer, created_at) "
                       "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        { message.chat, idOrNull(message.parent), static_cast<int>(message.role),
            static_cast<int>(message.state), message.text, message.modelKey, message.modelTitle,
            isOpen ? QVariant(m_instance.name()) : QVariant(), createdAt });
    if (!query)
        return std::unexpected(query.error());
    MessageRecord record;
    record.id = query->lastInsertId().toLongLong();
    record.parent = message.parent;
    record.role = message.role;
    record.state = message.state;
    record.text = message.text;
    record.modelKey = message.modelKey;
    record.modelTitle = message.modelTitle;
    record.createdAt = QDateTime::fromMSecsSinceEpoch(createdAt);
    if (auto chosen = choose(message.chat, record); !chosen)
        return std::unexpected(chosen.error());
    auto touched = run(
        db(), QStringLiteral("UPDATE chats SET updated_at = ? WHERE id = ?"), { createdAt, message.chat });
    return touched ? Result<MessageRecord>(record) : std::unexpected(touched.error());
}

Result<void> ChatStore::inDurableTransaction(const std::function<Result<void>()>& work)
{
    // FULL makes the commit wait for the disk: a person's words survive a power failure from here on.
    (void)run(db(), QStringLiteral("PRAGMA synchronous = FULL"));
    const Result<void> stored = inTransaction(work);
    (void)run(db(), QStringLiteral("PRAGMA synchronous = NORMAL"));
    return stored;
}

Result<ChatStore::StartedChat> ChatStore::startChat(
    const QString& title, const QString& systemPrompt, const QString& text)
{
    StartedChat started;
    const Result<void> stored = inDurableTransaction([&]() -> Result<void> {
        const Result<ChatId> chat = insertChat(title, systemPrompt);
        if (!chat)
            return std::unexpected(chat.error());
        NewMessage first;
        first.chat = *chat;
        first.text = text;
        const Result<MessageRecord> message = insertMessage(first);
        if (!message)
            return std::unexpected(message.error());
        started = { *chat, *message };
        return {};
    });
    return stored ? Result<StartedChat>(started) : std::unexpected(stored.error());
}

Result<MessageRecord> ChatStore::addUserMessage(const NewMessage& message)
{
    Result<MessageRecord> record = MessageRecord();
    const Result<void> stored = inDurableTransaction([&]() -> Result<void> {
        record = insertMessage(message);
        return record ? Result<void>() : std::unexpected(record.error());
    });
    return stored ? record : std::unexpected(stored.error());
}

Result<MessageRecord> ChatStore::addAnswer(const NewMessage& message)
{
    Result<MessageRecord> record = MessageRecord();
    const Result<void> stored = inTransaction([&]() -> Result<void> {
        record = insertMessage(message);
        return record ? Result<void>() : std::unexpected(record.error());
    });
    return stored ? record : std::unexpected(stored.error());
}

Result<ChatId> ChatStore::addBranch(const ChatRecord& origin, const std::vector<MessageRecord>& path)
{
    ChatId chat = 0;
    const Result<void> stored = inTransaction([&]() -> Result<void> {
        const Result<ChatId> added = insertChat(origin.title, origin.systemPrompt);
        if (!added)
            return std::unexpected(added.error());
        chat = *added;
        MessageId parent = 0;
        for (const MessageRecord& message : path) {
            // A branch of an answer that is still written keeps what is there.
            const AnswerState state
                = message.state == AnswerState::Incomplete ? AnswerState::Stopped : message.state;
            const Result<MessageRecord> copy = insertMessage(
                { chat, parent, message.role, state, message.text, message.modelKey, message.modelTitle });
            if (!copy)
                return std::unexpected(copy.error());
            auto completed
                = run(db(), QStringLiteral("UPDATE messages SET thinking = ?, statistics = ? WHERE id = ?"),
                    { message.thinking,
                        message.statistics ? QVariant(statisticsToJson(*message.statistics)) : QVariant(),
                        copy->id });
            if (!completed)
                return completed;
            parent = copy->id;
        }
        return run(db(), QStringLiteral("UPDATE chats SET model_key = ?, model_title = ? WHERE id = ?"),
            { origin.modelKey, origin.modelTitle, chat });
    });
    return stored ? Result<ChatId>(chat) : std::unexpected(stored.error());
}

Result<void> ChatStore::choose(ChatId chat, const MessageRecord& message)
{
    if (message.parent == 0)
        return run(
            db(), QStringLiteral("UPDATE chats SET first_message = ? WHERE id = ?"), { message.id, chat });
    return run(db(), QStringLiteral("UPDATE messages SET chosen_child = ? WHERE id = ?"),
        { message.id, message.parent });
}

Result<void> ChatStore::appendToAnswer(MessageId answer, const QString& text, const QString& thinking)
{
    return run(db(),
        QStringLiteral("INSERT INTO pieces (message, number, text, thinking) SELECT ?, "
                       "(SELECT ifnull(max(number), 0) + 1 FROM pieces WHERE message = ?), ?, ? "
                       "WHERE EXISTS (SELECT 1 FROM messages WHERE id = ?)"),
        { answer, answer, text, thinking, answer });
}

Result<void> ChatStore::finishAnswer(
    MessageId answer, AnswerState state, const std::optional<AnswerStatistics>& statistics)
{
    return inTransaction([&]() -> Result<void> {
        Result<QSqlQuery> rows = runSql(db(),
            QStringLiteral("SELECT text, thinking FROM pieces WHERE message = ? ORDER BY number"),
            { answer });
        if (!rows)
            return std::unexpected(rows.error());
        QString text;
        QString thinking;
        while (rows->next()) {
            text += rows->value(0).toString();
            thinking += rows->value(1).toString();
        }
        rows->finish();
        auto joined = run(db(),
            QStringLiteral(
                "UPDATE messages SET text = text || ?, thinking = thinking || ?, state = ?, statistics = "
                "ifnull(?, statistics), writer = NULL WHERE id = ?"),
            { text, thinking, static_cast<int>(state),
                statistics ? QVariant(statisticsToJson(*statistics)) : QVariant(), answer });
        if (!joined)
            return joined;
        return run(db(), QStringLiteral("DELETE FROM pieces WHERE message = ?"), { answer });
    });
}

Result<void> ChatStore::beginAnswer(MessageId answer, const QString& modelKey, const QString& modelTitle)
{
    return inTransaction([&]() -> Result<void> {
        auto opened = run(db(),
            QStringLiteral(
                "UPDATE messages SET state = 0, writer = ?, model_key = ?, model_title = ? WHERE id = ?"),
            { m_instance.name(), modelKey, modelTitle, answer });
        if (!opened)
            return opened;
        return run(db(),
            QStringLiteral(
                "UPDATE chats SET model_key = ?, model_title = ? WHERE id = (SELECT chat FROM messages WHERE "
                "id = ?)"),
            { modelKey, modelTitle, answer });
    });
}

Result<void> ChatStore::takeBack(ChatId chat, MessageId userMessage, MessageId emptyAnswer)
{
    return inTransaction([&]() -> Result<void> {
        auto answer = run(db(),
            QStringLiteral(
                "DELETE FROM messages WHERE id = ? AND chat = ? AND text = '' AND NOT EXISTS (SELECT 1 FROM "
                "messages c WHERE c.parent = messages.id)"),
            { emptyAnswer, chat });
        if (!answer || userMessage == 0)
            return answer;
        return run(db(),
            QStringLiteral("DELETE FROM messages WHERE id = ? AND chat = ? AND NOT EXISTS (SELECT 1 FROM "
                           "messages c WHERE "
                           "c.parent = messages.id)"),
            { userMessage, chat });
    });
}

} // namespace moru
