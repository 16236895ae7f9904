#include "app/chats/chat_export.h"
#include "tests/app/full_disk.h"
#include "tests/app/own_folders.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace moru;
using namespace moru::test;

namespace {

MessageRecord message(MessageRole role, const QString& text)
{
    MessageRecord record;
    record.role = role;
    record.text = text;
    record.createdAt = QDateTime(QDate(2026, 11, 30), QTime(9, 30), Qt::UTC);
    if (role == MessageRole::Assistant)
        record.modelTitle = QStringLiteral("Qwen3 1.7B");
    return record;
}

ChatCopy sample()
{
    ChatCopy chat { QStringLiteral("모루란?"), QStringLiteral("Be brief."),
        { message(MessageRole::User, QStringLiteral("모루란?\n")),
            message(MessageRole::Assistant, QStringLiteral("An **anvil**.\n")),
            message(MessageRole::User, QStringLiteral("More")),
            message(MessageRole::Assistant, QStringLiteral("It is")) } };
    chat.messages[1].thinking = QStringLiteral("A word of Korean.");
    chat.messages[1].statistics = AnswerStatistics();
    chat.messages[1].statistics->generatedTokens = 7;
    chat.messages[3].state = AnswerState::Stopped;
    return chat;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("not there");
}

} // namespace

class ChatExport : public QObject {
    Q_OBJECT
private slots:
    void markdownHasEveryMessageUnderItsWriter()
    {
        QCOMPARE(QString::fromUtf8(chatToMarkdown(sample())),
            QStringLiteral(
                "# 모루란?\n\n## System prompt\n\nBe brief.\n\n## You\n\n모루란?\n\n## Qwen3 1.7B\n\n"
                "<details>\n<summary>Thinking</summary>\n\nA word of Korean.\n\n</details>\n\n"
                "An **anvil**.\n\n## You\n\nMore\n\n## Qwen3 1.7B\n\nIt is\n\n"
                "*stopped*\n"));
    }

    void jsonHasWhatTheDatabaseHas()
    {
        const QJsonObject chat = QJsonDocument::fromJson(chatToJson(sample())).object();
        QCOMPARE(chat["title"].toString(), QStringLiteral("모루란?"));
        QCOMPARE(chat["system_prompt"].toString(), QStringLiteral("Be brief."));
        const QJsonArray messages = chat["messages"].toArray();
        QCOMPARE(messages.size(), 4);
        QCOMPARE(messages[0].toObject()["role"].toString(), QStringLiteral("user"));
        QCOMPARE(messages[0].toObject()["content"].toString(), QStringLiteral("모루란?\n"));
        QVERIFY(!messages[0].toObject().contains("state"));
        const QJsonObject answer = messages[1].toObject();
        QCOMPARE(answer["role"].toString(), QStringLiteral("assistant"));
        QCOMPARE(answer["thinking"].toString(), QStringLiteral("A word of Korean."));
        QCOMPARE(answer["model"].toString(), QStringLiteral("Qwen3 1.7B"));
        QCOMPARE(answer["created_at"].toString(), QStringLiteral("2026-11-30T09:30:00.000Z"));
        QCOMPARE(answer["statistics"].toObject()["generated_tokens"].toInt(), 7);
        QCOMPARE(messages[3].toObject()["state"].toString(), QStringLiteral("stopped"));
    }

    void theNameSaysWhichOfThem()
    {
        const OwnFolders folders;
        const QString folder = QString::fromStdString(folders.root().string());
        for (const char* name : { "대화.json", "chat.JSON" }) {
            QVERIFY(writeChatCopy(sample(), folder + '/' + name));
            QCOMPARE(contentOf(folder + '/' + name), chatToJson(sample()));
        }
        for (const char* name : { "대화.md", "no suffix" }) {
            QVERIFY(writeChatCopy(sample(), folder + '/' + name));
            QCOMPARE(contentOf(folder + '/' + name), chatToMarkdown(sample()));
        }
    }

    void whatCannotBeWrittenLeavesTheOldFile()
    {
        const OwnFolders folders;
        const QString folder = QString::fromStdString(folders.root().string());
        const auto missing = writeChatCopy(sample(), folder + "/none/chat.md");
        QVERIFY(!missing);
        QVERIFY(QString::fromStdString(missing.error().where).contains("/none/chat.md"));
        QVERIFY(!missing.error().message.empty());
        const QString path = folder + "/chat.md";
        QVERIFY(writeChatCopy({ QStringLiteral("old"), {}, {} }, path));
        const auto cut = [&] {
            const FewBytesAFile limit;
            return writeChatCopy(sample(), path);
        }();
        QVERIFY(!cut);
        QCOMPARE(cut.error().code, ErrorCode::WriteFailed);
        QCOMPARE(contentOf(path), QByteArray("# old\n"));
        QCOMPARE(
            QDir(folder).entryList({ "chat*" }, QDir::Files).size(), 1); // nothing half written beside it
    }
};

MORU_TEST(ChatExport)
#include "chat_export.moc"
