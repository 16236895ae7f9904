#include "app/chats/message_tree.h"
#include "tests/support/test_main.h"

using namespace moru;

namespace {

MessageRecord message(MessageId id, MessageId parent)
{
    MessageRecord record;
    record.id = id;
    record.parent = parent;
    return record;
}

std::vector<MessageId> ids(const std::vector<MessageRecord>& path)
{
    std::vector<MessageId> list;
    for (const MessageRecord& record : path)
        list.push_back(record.id);
    return list;
}

using Ids = std::vector<MessageId>;

} // namespace

class MessageTrees : public QObject {
    Q_OBJECT
private slots:
    void showsTheChosenPath()
    {
        const MessageTree tree({ message(1, 0), message(2, 1), message(3, 1), message(4, 2) }, { { 1, 2 } });
        QCOMPARE(ids(tree.path()), (Ids { 1, 2, 4 }));
    }

    void showsTheNewestWhereNothingIsChosen()
    {
        const MessageTree tree({ message(1, 0), message(2, 1), message(3, 1) }, {});
        QCOMPARE(ids(tree.path()), (Ids { 1, 3 }));
        QCOMPARE(tree.path().back().versionIndex, 1);
        QCOMPARE(tree.path().back().versionCount, 2);
    }

    void showingAVersionBringsItsOwnContinuationBack()
    {
        MessageTree tree({ message(1, 0), message(2, 1), message(3, 2) }, {});
        tree.add(message(4, 1)); // a new version of 2
        QCOMPARE(ids(tree.path()), (Ids { 1, 4 }));
        tree.show(2);
        QCOMPARE(ids(tree.path()), (Ids { 1, 2, 3 }));
    }

    void pathToIgnoresWhatIsChosen()
    {
        const MessageTree tree({ message(1, 0), message(2, 1), message(3, 1), message(4, 2) }, { { 1, 3 } });
        QCOMPARE(ids(tree.pathTo(4)), (Ids { 1, 2, 4 }));
        QVERIFY(tree.pathTo(99).empty());
    }

    void damagedParentsEnd()
    {
        const MessageTree tree({ message(1, 2), message(2, 1), message(3, 0) }, { { 3, 3 } });
        QCOMPARE(ids(tree.path()), (Ids { 3 }));
        QVERIFY(tree.pathTo(2).size() <= 2);
    }
};
MORU_TEST(MessageTrees)

#include "message_tree.moc"
