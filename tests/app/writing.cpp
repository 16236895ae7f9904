#include "tests/app/desk.h"
#include "tests/app/full_disk.h"
#include "tests/support/test_main.h"

using namespace moru;
using namespace moru::test;

class Writing : public QObject {
    Q_OBJECT
private slots:
    void wordsOfAFullDiskAreStoredOnceThereIsRoomAndTheNoticeGoes()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        QTRY_COMPARE(desk.chat.activity().kind, ChatActivityKind::Prefill);
        {
            const FewBytesAFile full;
            desk.answerWith(3);
            QTRY_COMPARE(desk.notices.notices().size(), std::size_t(1));
            QCOMPARE(desk.notices.notices().front().kind, NoticeKind::DatabaseWriteFailed);
            QCOMPARE(stored(desk).text, QString());
        }
        QTRY_VERIFY(desk.notices.notices().empty());
        QCOMPARE(stored(desk).text, QStringLiteral("word word word "));
        QCOMPARE(stored(desk).state, AnswerState::Complete);
    }

    void theNoticeStaysWhileNothingIsWritten()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        QTRY_COMPARE(desk.chat.activity().kind, ChatActivityKind::Prefill);
        {
            const FewBytesAFile full;
            desk.library.rename(desk.chat.chatId(), QStringLiteral("another"));
        }
        QCOMPARE(desk.notices.notices().size(), std::size_t(1));
        QTest::qWait(1200); // the desk has looked for words to store, and there were none
        QCOMPARE(desk.notices.notices().size(), std::size_t(1));
        desk.answerWith(1);
        QTRY_VERIFY(desk.notices.notices().empty());
    }

private:
    static MessageRecord stored(Desk& desk)
    {
        return desk.store.messages(desk.chat.chatId()).value().path().back();
    }
};
MORU_TEST(Writing)

#include "writing.moc"
