#include "app/chats/chat_store.h"
#include "app/chats/statistics_json.h"
#include "tests/app/own_folders.h"
#include "tests/support/test_main.h"

#include <QFile>

#include <set>

using namespace moru;
using namespace moru::test;

namespace {

struct Shelf {
    OwnFolders folders;
    ChatStore store { folders.data() };

    MessageRecord answer(ChatId chat, MessageId parent)
    {
        NewMessage message;
        message.chat = chat;
        message.parent = parent;
        message.role = MessageRole::Assistant;
        message.state = AnswerState::Incomplete;
        return store.addAnswer(message).value();
    }
    MessageRecord question(ChatId chat, MessageId parent, const QString& text)
    {
        NewMessage message;
        message.chat = chat;
        message.parent = parent;
        message.text = text;
        return store.addUserMessage(message).value();
    }
    std::vector<MessageRecord> path(ChatId chat) { return store.messages(chat).value().path(); }
};

/// Bytes handed to write() by this process.
qint64 bytesWritten()
{
    QFile file(QStringLiteral("/proc/self/io"));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    for (const QByteArray& line : file.readAll().split('\n')) {
        if (line.startsWith("wchar:"))
            return line.mid(6).trimmed().toLongLong();
    }
    return -1;
}

} // namespace

class ChatStores : public QObject {
    Q_OBJECT
private slots:
    void keepsAConversation()
    {
        Shelf shelf;
        const auto started = shelf.store.startChat(
            QStringLiteral("제목"), QStringLiteral("Be brief."), QStringLiteral("안녕 🙂"));
        QVERIFY(started);
        const MessageRecord answer = shelf.answer(started->chat, started->message.id);
        QVERIFY(shelf.store.beginAnswer(answer.id, QStringLiteral("key"), QStringLiteral("Model")));
        QVERIFY(shelf.store.appendToAnswer(answer.id, QStringLiteral("반가"), QStringLiteral("hm ")));
        QVERIFY(shelf.store.appendToAnswer(answer.id, QStringLiteral("워요"), QStringLiteral("yes")));
        QCOMPARE(shelf.path(started->chat).back().text, QStringLiteral("반가워요")); // before its end too
        AnswerStatistics statistics;
        statistics.generatedTokens = 7;
        statistics.seed = 0xFFFFFFFFFFFFFFFFULL;
        QVERIFY(shelf.store.finishAnswer(answer.id, AnswerState::Complete, statistics));
        const auto path = shelf.path(started->chat);
        QCOMPARE(path.size(), std::size_t(2));
        QCOMPARE(path[0].text, QStringLiteral("안녕 🙂"));
        QCOMPARE(path[1].text, QStringLiteral("반가워요"));
        QCOMPARE(path[1].thinking, QStringLiteral("hm yes"));
        QCOMPARE(path[1].state, AnswerState::Complete);
        QCOMPARE(path[1].modelTitle, QStringLiteral("Model"));
        QCOMPARE(path[1].statistics->seed, statistics.seed);
        QCOMPARE(shelf.store.chat(started->chat)->systemPrompt, QStringLiteral("Be brief."));
    }

    void storedMessagesNeverBecomeFewer()
    {
        Shelf shelf;
        const auto chat = shelf.store.startChat(QStringLiteral("t"), {}, QStringLiteral("q")).value();
        std::set<MessageId> seen;
        MessageId last = chat.message.id;
        std::uint32_t random = 12345;
        for (int step = 0; step < 200; ++step) {
            random = random * 1664525U + 1013904223U;
            const auto tree = shelf.store.messages(chat.chat).value();
            const auto path = tree.path();
            const MessageRecord& some = path[(random >> 8) % path.size()];
            switch ((random >> 20) % 4) {
            case 0: // ask further
                last = shelf.question(chat.chat, path.back().id, QStringLiteral("x")).id;
                break;
            case 1: { // answer or regenerate
                const MessageRecord answer
                    = shelf.answer(chat.chat, some.role == MessageRole::User ? some.id : some.parent);
                QVERIFY(shelf.store.appendToAnswer(answer.id, QStringLiteral("y"), {}));
                QVERIFY(shelf.store.finishAnswer(answer.id, AnswerState::Complete, std::nullopt));
                break;
            }
            case 2: // edit
                last = shelf.question(chat.chat, some.parent, QStringLiteral("z")).id;
                break;
            default: { // flip versions
                const auto versions = tree.versions(some.id);
                QVERIFY(shelf.store.choose(chat.chat, *tree.find(versions[random % versions.size()])));
            }
            }
            const auto now = shelf.store.messages(chat.chat).value();
            for (const MessageId id : seen)
                QVERIFY(now.find(id));
            for (MessageId id = chat.message.id; id <= last; ++id) {
                if (now.find(id))
                    seen.insert(id);
            }
        }
        QVERIFY(seen.size() > 50);
    }

    void chosenVersionsSurviveAReopening()
    {
        const OwnFolders folders;
        ChatId chat = 0;
        MessageId first = 0;
        {
            ChatStore store(folders.data());
            const auto started = store.startChat(QStringLiteral("t"), {}, QStringLiteral("one")).value();
            chat = started.chat;
            first = started.message.id;
            NewMessage other;
            other.chat = chat;
            other.text = QStringLiteral("two");
            QVERIFY(store.addUserMessage(other));
            QVERIFY(store.choose(chat, started.message));
        }
        ChatStore store(folders.data());
        const auto path = store.messages(chat).value().path();
        QCOMPARE(path.at(0).id, first);
        QCOMPARE(path.at(0).versionCount, 2);
        QCOMPARE(path.at(0).versionIndex, 0);
    }

    void answersOfAnEndedRunBecomeInterrupted()
    {
        const OwnFolders folders;
        ChatId chat = 0;
        {
            ChatStore store(folders.data());
            const auto started = store.startChat(QStringLiteral("t"), {}, QStringLiteral("q")).value();
            chat = started.chat;
            NewMessage answer;
            answer.chat = chat;
            answer.parent = started.message.id;
            answer.role = MessageRole::Assistant;
            answer.state = AnswerState::Incomplete;
            const auto record = store.addAnswer(answer).value();
            QVERIFY(store.appendToAnswer(record.id, QStringLiteral("so far"), {}));
        }
        ChatStore store(folders.data());
        QCOMPARE(store.markInterruptedAnswers().value(), 1);
        const auto path = store.messages(chat).value().path();
        QCOMPARE(path.back().state, AnswerState::Interrupted);
        QCOMPARE(path.back().text, QStringLiteral("so far"));
        QVERIFY(store.chats(false)->at(0).hasInterruptedAnswer);
    }

    void answersOfALivingRunAreLeftAlone()
    {
        Shelf shelf;
        const auto started = shelf.store.startChat(QStringLiteral("t"), {}, QStringLiteral("q")).value();
        (void)shelf.answer(started.chat, started.message.id);
        ChatStore other(shelf.folders.data()); // a second instance on the same file
        QCOMPARE(other.markInterruptedAnswers().value(), 0);
        QCOMPARE(other.messages(started.chat).value().path().back().state, AnswerState::Incomplete);
    }

    void twoInstancesSeeEachOther()
    {
        Shelf shelf;
        ChatStore other(shelf.folders.data());
        const qint64 before = other.dataVersion();
        QVERIFY(shelf.store.startChat(QStringLiteral("t"), {}, QStringLiteral("q")));
        QVERIFY(other.dataVersion() != before);
        QVERIFY(other.startChat(QStringLiteral("u"), {}, QStringLiteral("r")));
        QCOMPARE(shelf.store.chats(false)->size(), std::size_t(2));
    }

    void binCanBeUndone()
    {
        Shelf shelf;
        const auto chat = shelf.store.startChat(QStringLiteral("t"), {}, QStringLiteral("q"))->chat;
        QVERIFY(shelf.store.deleteForever(chat)); // not from the list
        QVERIFY(shelf.store.setDeleted(chat, true));
        QVERIFY(shelf.store.chats(false)->empty());
        QCOMPARE(shelf.store.chats(true)->size(), std::size_t(1));
        QVERIFY(shelf.store.setDeleted(chat, false));
        QCOMPARE(shelf.path(chat).size(), std::size_t(1));
        QVERIFY(shelf.store.setDeleted(chat, true));
        QVERIFY(shelf.store.deleteForever(chat));
        QVERIFY(!shelf.store.chat(chat));
        QVERIFY(shelf.path(chat).empty());
    }

    void searchFindsWordsAnywhere()
    {
        Shelf shelf;
        const auto chat
            = shelf.store
                  .startChat(QStringLiteral("첫 채팅"), {}, QStringLiteral("배의 돛을 올려라\n100% sure"))
                  .value();
        (void)shelf.store.startChat(QStringLiteral("other"), {}, QStringLiteral("1000 apples"));
        QCOMPARE(shelf.store.search(QStringLiteral("돛"))->size(), std::size_t(1));
        QCOMPARE(shelf.store.search(QStringLiteral("돛"))->at(0).excerpt, QStringLiteral("배의 돛을 올려라"));
        QCOMPARE(
            shelf.store.search(QStringLiteral("SURE 배의"))->at(0).id, chat.chat); // all words, any order
        QCOMPARE(shelf.store.search(QStringLiteral("100%"))->size(), std::size_t(1)); // % is a letter here
        QVERIFY(shelf.store.search(QStringLiteral("돛 apples"))->empty());
        QVERIFY(shelf.store.setDeleted(chat.chat, true));
        QVERIFY(shelf.store.search(QStringLiteral("돛"))->empty());
    }

    void draftsAreKeptByChat()
    {
        Shelf shelf;
        QVERIFY(shelf.store.setDraft(0, QStringLiteral("new")));
        QVERIFY(shelf.store.setDraft(7, QStringLiteral("seven")));
        QVERIFY(shelf.store.setDraft(7, QStringLiteral("seven, longer")));
        QCOMPARE(shelf.store.draft(0), QStringLiteral("new"));
        QCOMPARE(shelf.store.draft(7), QStringLiteral("seven, longer"));
        QVERIFY(shelf.store.setDraft(7, {}));
        QVERIFY(shelf.store.draft(7).isEmpty());
    }

    void aThousandTokensCostABoundedNumberOfBytes()
    {
        if (bytesWritten() < 0)
            QSKIP("this system does not count the bytes a process writes");
        Shelf shelf;
        const auto chat = shelf.store.startChat(QStringLiteral("t"), {}, QStringLiteral("q")).value();
        const MessageRecord answer = shelf.answer(chat.chat, chat.message.id);
        int written = 0;
        const auto cost = [&] { // 1,000 tokens at 20 a second
            const qint64 before = bytesWritten();
            for (int second = 0; second < 50; ++second)
                written += shelf.store.appendToAnswer(answer.id, QString(80, u'가'), {}).has_value() ? 1 : 0;
            return bytesWritten() - before;
        };
        const qint64 first = cost();
        for (int i = 0; i < 18; ++i)
            (void)cost();
        const qint64 twentieth = cost();
        qInfo("1,000 tokens: %lld bytes at first, %lld after 19,000", first, twentieth);
        QCOMPARE(written, 1000);
        QVERIFY(first < 1'500'000);
        QVERIFY(twentieth < 2 * first + 300'000); // does not grow with the answer
    }

    void statisticsSurviveJson()
    {
        AnswerStatistics statistics;
        statistics.decodeTokensPerSecond = 31.25;
        statistics.stopReason = StopReason::Repetition;
        statistics.error = Error { ErrorCode::FileChanged, "shrank", "model.safetensors" };
        statistics.sampling.topK = 20;
        statistics.droppedMessages = 6;
        statistics.contextTokens = 77;
        const auto read = statisticsFromJson(statisticsToJson(statistics));
        QVERIFY(read);
        QCOMPARE(read->decodeTokensPerSecond, statistics.decodeTokensPerSecond);
        QVERIFY(!read->firstTokenMs); // unset stays unset
        QCOMPARE(read->stopReason, StopReason::Repetition);
        QCOMPARE(read->error->code, ErrorCode::FileChanged);
        QCOMPARE(read->sampling.topK, 20);
        QCOMPARE(read->droppedMessages, 6);
        QCOMPARE(read->contextTokens, 77);
        QVERIFY(!statisticsFromJson(QStringLiteral("[1")));
    }
};
MORU_TEST(ChatStores)

#include "chat_store.moc"
