#pragma once

#include "app/chats/sql.h"

namespace moru {

/// Version of the tables below; a file of a newer one is left alone.
inline constexpr int kChatSchemaVersion = 1;

/// Makes the tables in an empty file. Nothing happens in one of this version.
/// Errors: UnsupportedFormat for a newer version; those of runSql.
///
///   chats     one row a chat; `deleted_at` puts it into the bin; `first_message` is the version shown at the
///   top messages  a tree by `parent`; `chosen_child` is the version shown below; rows are added, never
///   replaced pieces    what was written of an answer since it began, a row a second; joined into `messages`
///   at its end, so that
///             a checkpoint writes what is new and not the whole answer again
///   drafts    unsent text, by chat; 0 is the new chat
[[nodiscard]] Result<void> prepareChatSchema(const QSqlDatabase& database);

} // namespace moru
