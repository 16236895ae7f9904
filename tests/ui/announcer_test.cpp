#include "tests/support/test_main.h"
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
};

MORU_TEST(Announcements)

} // namespace moru

#include "announcer_test.moc"
