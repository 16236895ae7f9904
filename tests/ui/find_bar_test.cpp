#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/views/composer.h"
#include "ui/views/conversation_page.h"
#include "ui/views/conversation_view.h"
#include "ui/views/find_bar.h"
#include "ui/views/message_edit.h"
#include "ui/views/message_item.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QTextEdit>

namespace moru {

using namespace moru::test;

class FindInChat : public QObject {
    Q_OBJECT

    struct Parts {
        FakeServices services;
        std::unique_ptr<ConversationPage> page;
        explicit Parts(int messages = 0)
        {
            services.engine.becomeReady(sampleModel());
            if (messages == 0) {
                services.conversation.add(MessageRole::User, "Where is the Lake?");
                services.conversation.add(MessageRole::Assistant,
                    "The **la**ke lies north.\n\n```\nlake = 1\n```\n\nNo LAKE here.");
            }
            for (int i = 0; i < messages; ++i)
                services.conversation.add(i % 2 ? MessageRole::Assistant : MessageRole::User,
                    QStringLiteral("message %1\n\nof some\n\nlines").arg(i));
            page = std::make_unique<ConversationPage>(services);
            page->resize(700, 500);
            page->show();
            settle();
        }
        void settle()
        {
            QCoreApplication::processEvents();
            QCoreApplication::processEvents();
        }
        FindBar* bar() const { return page->findBar(); }
        void find(const QString& words)
        {
            page->find();
            bar()->field()->setText(words);
        }
        [[nodiscard]] int marks() const
        {
            int count = 0;
            for (const QTextEdit* edit : page->messages()->findChildren<QTextEdit*>())
                count += static_cast<int>(edit->extraSelections().size());
            return count;
        }
    };

private slots:
    void allPlacesAreCountedAndMarked()
    {
        Parts p;
        p.find("lake");
        QCOMPARE(p.marks(), 4); // also over bold letters, in code, in any case
        QCOMPARE(p.bar()->countWords(), QString("4 of 4")); // from the end
        QTest::keyClick(p.bar()->field(), Qt::Key_Return);
        QCOMPARE(p.bar()->countWords(), QString("1 of 4"));
        QTest::keyClick(p.bar()->field(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(p.bar()->countWords(), QString("4 of 4"));
    }

    void nothingFoundIsSaid()
    {
        Parts p;
        p.find("ocean");
        QCOMPARE(p.bar()->countWords(), QString("not found"));
        QTest::keyClick(p.bar()->field(), Qt::Key_Return);
        QCOMPARE(p.marks(), 0);
        p.bar()->field()->clear();
        QVERIFY(p.bar()->countWords().isEmpty());
    }

    void escapeClosesTakesTheMarksAwayAndStopsNoAnswer()
    {
        Parts p;
        p.find("lake");
        p.services.conversation.setActivity(ChatActivityKind::Answering);
        QTest::keyClick(p.bar()->field(), Qt::Key_Escape);
        QVERIFY(p.bar()->isHidden());
        QCOMPARE(p.marks(), 0);
        QCOMPARE(p.services.conversation.stops, 0);
        QVERIFY(p.page->composer()->edit()->hasFocus());
    }

    void messagesThatAreNotBuiltYetAreFound()
    {
        Parts p(200);
        QVERIFY(p.page->messages()->messageItems().size() < 60);
        p.find("message 1");
        QVERIFY(p.bar()->countWords().endsWith(QStringLiteral("of 111"))); // 1, 10…19, 100…199
        p.bar()->field()->setText("message 7");
        const QString before = p.bar()->countWords();
        QVERIFY2(before.endsWith(QStringLiteral("of 11")), qPrintable(before)); // 7, 70…79
        QTest::keyClick(p.bar()->field(), Qt::Key_Return, Qt::ShiftModifier);
        p.settle();
        QVERIFY(p.marks() > 0);
        const int top = p.page->messages()->verticalScrollBar()->value();
        QVERIFY(top < p.page->messages()->verticalScrollBar()->maximum());
        QVERIFY(!p.page->messages()->isPinned());
    }

    void textThatStreamsInIsFoundToo()
    {
        Parts p;
        p.services.conversation.setActivity(ChatActivityKind::Answering);
        p.find("lake");
        p.services.conversation.stream("\n\nAnother lake.");
        QTRY_VERIFY(p.bar()->countWords().endsWith(QStringLiteral("of 5")));
        QTRY_COMPARE(p.marks(), 5);
    }

    void anotherChatClosesIt()
    {
        Parts p;
        p.find("lake");
        p.services.conversation.startNewChat();
        QVERIFY(p.bar()->isHidden());
        p.page->find(); // nothing to search in
        QVERIFY(p.bar()->isHidden());
    }
};

MORU_TEST(FindInChat)

} // namespace moru

#include "find_bar_test.moc"
