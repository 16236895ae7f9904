#pragma once

#include "app/chats/sql.h"
#include "app/types/notice.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace moru {

/// The open database file and its connection. Belongs to the window's thread.
///
/// WAL with synchronous = NORMAL: a commit is in the file at once, so that kill -9 costs nothing, and cannot
/// damage the file when power fails; what power failure may cost then is the last checkpoints of an answer.
/// The person's own messages are committed with FULL, which waits for the disk (see
/// ChatStore::addUserMessage).
class ChatDatabase {
public:
    struct Opened {
        std::unique_ptr<ChatDatabase> database; ///< Never null: in memory when there is no other way.
        std::optional<Notice> notice; ///< Set when the person must know.
    };
    /// Opens or makes the file. A damaged one is set aside under another name, unchanged, and a new one is
    /// started; one that cannot be opened (rights, a newer version) is left alone and chats of this run live
    /// in memory.
    [[nodiscard]] static Opened open(const std::filesystem::path& file);

    ~ChatDatabase();
    ChatDatabase(const ChatDatabase&) = delete;
    ChatDatabase& operator=(const ChatDatabase&) = delete;

    [[nodiscard]] const QSqlDatabase& connection() const { return m_connection; }

private:
    explicit ChatDatabase(QSqlDatabase connection);
    [[nodiscard]] static Result<std::unique_ptr<ChatDatabase>> tryOpen(const QString& file);

    QSqlDatabase m_connection;
};

} // namespace moru
