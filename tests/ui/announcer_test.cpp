#include "tests/support/test_main.h"
#include "ui/views/answer_message.h"
#include "ui/views/sentence_announcer.h"

namespace moru {

class Announcements : public QObject {
    Q_OBJECT

private slots:
    void comeByWholeSentences()
    {
        QCOMPARE(wholeSentences("It is 3.14 now"), 0);
        QCOMPARE(wholeSentences("One. Two"), 5);
        QCOMPARE(wholeSentences("Read config.json"), 0);
        QCOMPARE(wholeSentences("끝났습니다. 다음은"), 7);
        QCOMPARE(wholeSentences("そうです。次"), 5);
        QCOMPARE(wholeSentences("a line\nthe next"), 7);
        QCOMPARE(wholeSentences("He said “no.” Then"), 14);
    }

    void theWholeAnswerIsDescribedOnceItIsWritten()
    {
        AnswerMessage message(false);
        MessageRecord record;
        record.id = 1;
        record.role = MessageRole::Assistant;
        message.setRecord(record);
        ChatActivity activity;
        activity.kind = ChatActivityKind::Answering;
        activity.answer = record.id;
        message.setActivity(activity);
        record.text = "One. Two. Three.";
        message.updateRecord(record);
        message.setAccessibleDescription("Three."); // as announcing a sentence leaves it
        message.setActivity({});
        QCOMPARE(message.accessibleDescription(), record.text);
    }
};

MORU_TEST(Announcements)

} // namespace moru

#include "announcer_test.moc"
