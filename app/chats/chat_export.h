#pragma once

#include "app/types/chat.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace moru {

/// What of a chat is written into a file of its own: the conversation as it is shown, one version of each
/// message.
struct ChatCopy {
    QString title;
    QString systemPrompt;
    std::vector<MessageRecord> messages;
};

/// For people: UTF-8, a heading for each message, thinking folded. Headings are in the window's language.
[[nodiscard]] QByteArray chatToMarkdown(const ChatCopy& chat);

/// For programs: an object with title, system_prompt and messages; of an answer thinking, model, state and
/// statistics, too.
[[nodiscard]] QByteArray chatToJson(const ChatCopy& chat);

/// Writes JSON where the name ends so, else Markdown. An older file of that name stays until the new one is
/// complete. Errors: PermissionDenied, DiskFull, WriteFailed.
[[nodiscard]] Result<void> writeChatCopy(const ChatCopy& chat, const QString& path);

} // namespace moru
