#pragma once

#include "app/chats/chat_database.h"
#include "app/chats/instance_lock.h"
#include "app/chats/message_tree.h"
#include "app/types/chat.h"
#include "app/types/performance.h"

#include <filesystem>
#include <functional>
#include <vector>

namespace moru {

/// A chat without its messages.
struct ChatRecord {
    ChatId id = 0;
    QString title;
    QString systemPrompt;
    QString modelKey; ///< Model of the last answer.
    QString modelTitle;
};

/// A message that is not in the database yet.
struct NewMessage {
    ChatId chat = 0;
    MessageId parent = 0;
    MessageRole role = MessageRole::User;
    AnswerState state = AnswerState::Complete;
    QString text;
    QString modelKey;
    QString modelTitle;
};

/// What the program stores of chats. Every function is one transaction on the window's thread; reads and
/// writes are of the size of what changed. Errors: those of runSql (DiskFull, PermissionDenied,
/// InvalidHeader, WriteFailed).
class ChatStore {
public:
    /// `folder` is $XDG_DATA_HOME/moru: chats.sqlite and instances/ lie there.
    explicit ChatStore(const std::filesystem::path& folder);

    [[nodiscard]] const std::optional<Notice>& openingNotice() const { return m_openingNotice; }
    /// Answers of runs that have ended without finishing them become Interrupted. Those of other living runs
    /// stay.
    [[nodiscard]] Result<int> markInterruptedAnswers();
    /// Changes whenever another run of the program has written.
    [[nodiscard]] qint64 dataVersion() const;

    // Chats (chat_store_list.cpp)
    [[nodiscard]] Result<std::vector<ChatSummary>> chats(bool inBin) const;
    [[nodiscard]] Result<std::vector<ChatSummary>> search(const QString& text) const;
    [[nodiscard]] Result<ChatRecord> chat(ChatId chat) const; ///< FileNotFound when it is gone.
    [[nodiscard]] Result<void> rename(ChatId chat, const QString& title);
    [[nodiscard]] Result<void> setSystemPrompt(ChatId chat, const QString& text);
    [[nodiscard]] Result<void> setUnread(ChatId chat, bool isUnread);
    [[nodiscard]] Result<void> setDeleted(ChatId chat, bool isDeleted);
    [[nodiscard]] Result<void> deleteForever(ChatId chat); ///< Only from the bin.
    [[nodiscard]] Result<void> emptyBin();
    [[nodiscard]] QString draft(ChatId chat) const; ///< 0: of the new chat.
    [[nodiscard]] Result<void> setDraft(ChatId chat, const QString& text);
    [[nodiscard]] std::vector<AnswerSpeed> recentSpeeds(int count) const; ///< Oldest first.

    // Messages
    [[nodiscard]] Result<MessageTree> messages(ChatId chat) const;
    /// A chat and its first message come into being together. Waits until the words are on the disk.
    struct StartedChat {
        ChatId chat = 0;
        MessageRecord message;
    };
    [[nodiscard]] Result<StartedChat> startChat(
        const QString& title, const QString& systemPrompt, const QString& text);
    /// Waits until the words are on the disk.
    [[nodiscard]] Result<MessageRecord> addUserMessage(const NewMessage& message);
    [[nodiscard]] Result<MessageRecord> addAnswer(const NewMessage& message);
    /// Copies of a path as a chat of its own.
    [[nodiscard]] Result<ChatId> addBranch(const ChatRecord& origin, const std::vector<MessageRecord>& path);
    /// Shows this message below its parent.
    [[nodiscard]] Result<void> choose(ChatId chat, const MessageRecord& message);
    /// Appends what was written of an answer since the last call. Costs what is new, however long the answer
    /// is.
    [[nodiscard]] Result<void> appendToAnswer(MessageId answer, const QString& text, const QString& thinking);
    /// Joins the pieces and closes the answer.
    [[nodiscard]] Result<void> finishAnswer(
        MessageId answer, AnswerState state, const std::optional<AnswerStatistics>& statistics);
    /// An answer is about to be written, or continued: names the model and this run as its writer.
    [[nodiscard]] Result<void> beginAnswer(
        MessageId answer, const QString& modelKey, const QString& modelTitle);
    /// Takes an unanswered question back: the empty answer and the message go, if nothing hangs below. The
    /// words have become the draft before.
    [[nodiscard]] Result<void> takeBack(ChatId chat, MessageId userMessage, MessageId emptyAnswer);

private:
    [[nodiscard]] const QSqlDatabase& db() const { return m_database->connection(); }
    [[nodiscard]] Result<ChatId> insertChat(const QString& title, const QString& systemPrompt);
    [[nodiscard]] Result<MessageRecord> insertMessage(const NewMessage& message);
    [[nodiscard]] Result<void> inDurableTransaction(const std::function<Result<void>()>& work);
    [[nodiscard]] Result<void> inTransaction(const std::function<Result<void>()>& work);

    std::unique_ptr<ChatDatabase> m_database;
    std::optional<Notice> m_openingNotice;
    InstanceLock m_instance;
};

} // namespace moru
