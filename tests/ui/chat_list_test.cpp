#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/item_models/chat_item_model.h"
#include "ui/views/chat_list_view.h"
#include "ui/views/empty_state.h"
#include "ui/widgets/note_box.h"
#include "ui/widgets/text_button.h"
#include "ui/widgets/text_label.h"

#include <QFileDialog>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

namespace moru {

using namespace moru::test;

namespace {

QStringList rowsOf(const ChatListView& view)
{
    QStringList rows;
    const QAbstractItemModel* model = view.list()->model();
    for (int i = 0; i < model->rowCount(); ++i)
        rows << model->index(i, 0).data().toString();
    return rows;
}

} // namespace

class ChatList : public QObject {
    Q_OBJECT

    struct Parts {
        FakeServices services;
        ChatListView view { services.chats, services.conversation };
        Parts()
        {
            const QDateTime now = QDateTime::currentDateTime();
            services.chats.add(3, "today's", now);
            services.chats.add(2, "yesterday's", now.addDays(-1));
            services.chats.add(1, "old", now.addDays(-40));
            emit services.chats.changed();
            view.resize(240, 600);
            view.show();
        }
    };

private slots:
    void standsInSectionsByDay()
    {
        Parts p;
        QCOMPARE(rowsOf(p.view),
            QStringList({ "Today", "today's", "Yesterday", "yesterday's", "Earlier", "old" }));
    }

    void searchFindsAndSaysWhenNothingIsFound()
    {
        Parts p;
        p.view.searchField()->setText("yester");
        QCOMPARE(rowsOf(p.view), QStringList("yesterday's"));
        p.view.searchField()->setText("quantum");
        auto* empty = p.view.findChild<EmptyState*>();
        QVERIFY(empty->isVisible());
        QVERIFY(empty->sentence().contains("quantum"));
        QTest::keyClick(p.view.searchField(), Qt::Key_Escape);
        QCOMPARE(rowsOf(p.view).size(), 6);
    }

    void theUndoNoteIsReadableWhereThereIsLittleRoom()
    {
        Parts p;
        p.view.resize(200, 600);
        p.services.conversation.chat = 2;
        emit p.services.conversation.opened();
        p.view.moveCurrentToBin();
        auto* undo = p.view.findChild<NoteBox*>();
        undo->setWords({}, QStringLiteral("채팅을 삭제했습니다."));
        undo->setAction(QStringLiteral("실행 취소"));
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
        const auto* words = undo->findChild<TextLabel*>();
        QVERIFY(words->width() >= words->minimumSizeHint().width());
        QVERIFY2(words->height() >= words->heightForWidth(words->width()),
            qPrintable(
                QStringLiteral("%1 of %2").arg(words->height()).arg(words->heightForWidth(words->width()))));
        QVERIFY(undo->rect().contains(words->geometry()));
    }

    void aDeletedChatComesBackByUndo()
    {
        Parts p;
        p.services.conversation.chat = 2;
        emit p.services.conversation.opened();
        p.view.moveCurrentToBin();
        QCOMPARE(p.services.chats.bin().size(), std::size_t { 1 });
        QCOMPARE(p.services.conversation.newChats, 1);
        auto* undo = p.view.findChild<NoteBox*>();
        QVERIFY(undo->isVisible());
        undo->actionButton()->click();
        QCOMPARE(p.services.chats.bin().size(), std::size_t { 0 });
        QVERIFY(!undo->isVisible());
    }

    void neitherBackspaceNorDeleteDestroys()
    {
        Parts p;
        p.view.list()->setCurrentIndex(p.view.list()->model()->index(1, 0));
        p.view.list()->setFocus();
        for (const Qt::Key key : { Qt::Key_Backspace, Qt::Key_Delete })
            QTest::keyClick(p.view.list(), key);
        QCOMPARE(p.services.chats.chats().size(), std::size_t { 3 });
    }

    void openingCommitsTheCompositionFirst()
    {
        Parts p;
        QStringList order;
        connect(&p.view, &ChatListView::aboutToOpenChat, this,
            [&] { order << (p.services.conversation.opened_.empty() ? "commit" : "late"); });
        emit p.view.list()->clicked(p.view.list()->model()->index(3, 0));
        QCOMPARE(order, QStringList("commit"));
        QCOMPARE(p.services.conversation.opened_, std::vector<ChatId> { 2 });
    }

    void aChatIsSavedUnderItsTitleInTheChosenForm_data()
    {
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("name");
        QTest::addRow("markdown") << "What is 모루?" << "Markdown (*.md)" << "What is 모루.md";
        QTest::addRow("json") << "../a: b/c" << "JSON (*.json)" << "a b c.json";
        QTest::addRow("nothing usable") << "..." << "Markdown (*.md)" << "chat.md";
    }
    void aChatIsSavedUnderItsTitleInTheChosenForm()
    {
        QFETCH(const QString, title);
        QFETCH(const QString, filter);
        QFETCH(const QString, name);
        Parts p;
        p.services.chats.rename(2, title);
        p.services.conversation.chat = 2;
        emit p.services.conversation.opened();
        QTemporaryDir folder;
        bool wasAsked = false;
        QTimer::singleShot(0, &p.view, [&] {
            auto* dialog = p.view.findChild<QFileDialog*>();
            QVERIFY(dialog != nullptr);
            wasAsked = true;
            dialog->setDirectory(folder.path());
            dialog->selectNameFilter(filter);
            emit dialog->filterSelected(filter); // as choosing it by hand does
            QMetaObject::invokeMethod(dialog, "accept");
        });
        p.view.exportCurrent();
        QVERIFY(wasAsked);
        QCOMPARE(p.services.chats.exported.size(), std::size_t { 1 });
        QCOMPARE(p.services.chats.exported[0].first, ChatId { 2 });
        QCOMPARE(p.services.chats.exported[0].second, folder.filePath(name));
    }

    void aNewChatIsNotSaved()
    {
        Parts p;
        p.services.conversation.chat = 0;
        emit p.services.conversation.opened();
        p.view.exportCurrent(); // would wait for ever if it asked
        QVERIFY(p.services.chats.exported.empty());
    }

    void renamingGoesToTheLibrary()
    {
        Parts p;
        QAbstractItemModel* model = p.view.list()->model();
        QVERIFY(model->setData(model->index(1, 0), "new name", Qt::EditRole));
        QCOMPARE(p.services.chats.chats().front().title, QString("new name"));
        QVERIFY(!model->setData(model->index(1, 0), "   ", Qt::EditRole));
    }
};

MORU_TEST(ChatList)

} // namespace moru

#include "chat_list_test.moc"
