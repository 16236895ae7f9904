#include "app/chats/chat_export.h"

#include "app/chats/statistics_json.h"
#include "app/types/state_text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <cerrno>

namespace moru {

namespace {

QString stateName(AnswerState state)
{
    switch (state) {
    case AnswerState::Incomplete:
        return QStringLiteral("incomplete");
    case AnswerState::Complete:
        return QStringLiteral("complete");
    case AnswerState::Stopped:
        return QStringLiteral("stopped");
    case AnswerState::Interrupted:
        return QStringLiteral("interrupted");
    case AnswerState::Failed:
        return QStringLiteral("failed");
    }
    return {};
}

QJsonObject toJson(const MessageRecord& message)
{
    const bool isAnswer = message.role == MessageRole::Assistant;
    QJsonObject object { { QStringLiteral("role"),
                             isAnswer ? QStringLiteral("assistant") : QStringLiteral("user") },
        { QStringLiteral("content"), message.text },
        { QStringLiteral("created_at"), message.createdAt.toUTC().toString(Qt::ISODateWithMs) } };
    if (!isAnswer)
        return object;
    object.insert(QStringLiteral("state"), stateName(message.state));
    object.insert(QStringLiteral("model"), message.modelTitle);
    if (!message.thinking.isEmpty())
        object.insert(QStringLiteral("thinking"), message.thinking);
    if (message.statistics)
        object.insert(QStringLiteral("statistics"),
            QJsonDocument::fromJson(statisticsToJson(*message.statistics).toUtf8()).object());
    return object;
}

Error writeError(const QFileDevice& file, const QString& path)
{
    const int number = errno;
    const bool mayNot = file.error() == QFileDevice::PermissionsError || number == EACCES || number == EROFS;
    const ErrorCode code = number == ENOSPC ? ErrorCode::DiskFull
        : mayNot                            ? ErrorCode::PermissionDenied
                                            : ErrorCode::WriteFailed;
    return { code, file.errorString().toStdString(), path.toStdString() };
}

} // namespace

QByteArray chatToMarkdown(const ChatCopy& chat)
{
    QString text = QStringLiteral("# %1\n").arg(chat.title.simplified());
    const auto add = [&](const QString& heading, const QString& body) {
        text += QStringLiteral("\n## %1\n\n%2\n").arg(heading, body.trimmed());
    };
    if (!chat.systemPrompt.trimmed().isEmpty())
        add(QCoreApplication::translate("ChatExport", "System prompt"), chat.systemPrompt);
    for (const MessageRecord& message : chat.messages) {
        if (message.role == MessageRole::User) {
            add(QCoreApplication::translate("ChatExport", "You"), message.text);
            continue;
        }
        QString body;
        if (!message.thinking.trimmed().isEmpty())
            body
                = QStringLiteral("<details>\n<summary>%1</summary>\n\n%2\n\n</details>\n\n")
                      .arg(QCoreApplication::translate("ChatExport", "Thinking"), message.thinking.trimmed());
        body += message.text.trimmed();
        if (const QString end = answerStateText(message.state); !end.isEmpty())
            body += QStringLiteral("\n\n*%1*").arg(end);
        add(message.modelTitle.isEmpty() ? QCoreApplication::translate("ChatExport", "Answer")
                                         : message.modelTitle,
            body);
    }
    return text.toUtf8();
}

QByteArray chatToJson(const ChatCopy& chat)
{
    QJsonArray messages;
    for (const MessageRecord& message : chat.messages)
        messages.append(toJson(message));
    return QJsonDocument(QJsonObject { { QStringLiteral("title"), chat.title },
                             { QStringLiteral("system_prompt"), chat.systemPrompt },
                             { QStringLiteral("messages"), messages } })
        .toJson();
}

Result<void> writeChatCopy(const ChatCopy& chat, const QString& path)
{
    const bool isJson = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
    const QByteArray bytes = isJson ? chatToJson(chat) : chatToMarkdown(chat);
    QSaveFile file(path);
    errno = 0;
    // Unbuffered: a buffer that is written in part when the disk is full counts as written (Qt 6.4).
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) || file.write(bytes) != bytes.size()
        || !file.commit())
        return std::unexpected(writeError(file, path));
    return {};
}

} // namespace moru
