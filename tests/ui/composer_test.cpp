#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/views/composer.h"
#include "ui/views/message_edit.h"
#include "ui/widgets/text_button.h"

#include <QInputMethodEvent>
#include <QScrollBar>
#include <QSignalSpy>

namespace moru {

using namespace moru::test;

namespace {

void compose(QWidget* edit, const QString& preedit)
{
    QInputMethodEvent event(preedit, {});
    QApplication::sendEvent(edit, &event);
}

void commit(QWidget* edit, const QString& text)
{
    QInputMethodEvent event;
    event.setCommitString(text);
    QApplication::sendEvent(edit, &event);
}

} // namespace

class ComposerKeys : public QObject {
    Q_OBJECT

    struct Parts {
        FakeServices services;
        Composer composer { services.conversation, services.engine, services.settings, services.prompts };
        MessageEdit* edit = composer.edit();
        Parts()
        {
            services.engine.becomeReady(sampleModel());
            composer.resize(700, 100);
            composer.show();
            edit->setFocus();
        }
    };

private slots:
    void enterSendsAndClears()
    {
        Parts p;
        QTest::keyClicks(p.edit, "hello");
        QTest::keyClick(p.edit, Qt::Key_Return);
        QCOMPARE(p.services.conversation.sent, QStringList("hello"));
        QVERIFY(p.edit->toPlainText().isEmpty());
        QCOMPARE(p.services.conversation.draftText, QString());
    }

    void shiftEnterMakesALine()
    {
        Parts p;
        QTest::keyClicks(p.edit, "a");
        QTest::keyClick(p.edit, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(p.edit, "b");
        QVERIFY(p.services.conversation.sent.isEmpty());
        QTest::keyClick(p.edit, Qt::Key_Enter);
        QCOMPARE(p.services.conversation.sent, QStringList("a\nb"));
    }

    void withTheSettingOffControlEnterSends()
    {
        Parts p;
        p.services.settings.setValue(SettingId::SendWithEnter, false);
        QTest::keyClicks(p.edit, "a");
        QTest::keyClick(p.edit, Qt::Key_Return);
        QVERIFY(p.services.conversation.sent.isEmpty());
        QTest::keyClicks(p.edit, "b");
        QTest::keyClick(p.edit, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(p.services.conversation.sent, QStringList("a\nb"));
    }

    void enterWhileComposingBelongsToTheInputMethod()
    {
        Parts p;
        compose(p.edit, "한");
        QTest::keyClick(p.edit, Qt::Key_Return);
        QVERIFY(p.services.conversation.sent.isEmpty());
        commit(p.edit, "한");
        QTest::keyClick(p.edit, Qt::Key_Return);
        QCOMPARE(p.services.conversation.sent, QStringList("한"));
    }

    void theSyllableBeingComposedIsSentWithTheRest()
    {
        Parts p;
        commit(p.edit, "안");
        compose(p.edit, "녕");
        p.composer.sendButton()->click();
        QCOMPARE(p.services.conversation.sent, QStringList("안녕"));
    }

    void aLateCommitDoesNotBecomeTheNextMessage()
    {
        Parts p;
        commit(p.edit, "안");
        compose(p.edit, "녕");
        p.composer.sendButton()->click();
        commit(p.edit, "녕");
        QVERIFY(p.edit->toPlainText().isEmpty());
        commit(p.edit, "녕");
        QCOMPARE(p.edit->toPlainText(), QString("녕"));
    }

    void aNewSyllableAfterSendingIsKept()
    {
        Parts p;
        compose(p.edit, "녕");
        p.composer.sendButton()->click();
        QTest::keyClick(p.edit, Qt::Key_Left);
        commit(p.edit, "녕");
        QCOMPARE(p.edit->toPlainText(), QString("녕"));
    }

    void emptyTextIsNotSent()
    {
        Parts p;
        QTest::keyClicks(p.edit, "   ");
        QTest::keyClick(p.edit, Qt::Key_Return);
        QVERIFY(p.services.conversation.sent.isEmpty());
        QVERIFY(!p.composer.sendButton()->isEnabled());
    }

    void tabLeavesTheBox()
    {
        Parts p;
        QTest::keyClicks(p.edit, "a");
        QTest::keyClick(p.edit, Qt::Key_Tab);
        QCOMPARE(p.edit->toPlainText(), QString("a"));
        QCOMPARE(p.composer.focusWidget(), static_cast<QWidget*>(p.composer.sendButton()));
    }

    void longTextLeavesRoomForTheScrollBar()
    {
        Parts p;
        for (int i = 0; i < 40; ++i) {
            p.edit->insertPlainText("the quick brown fox jumps over the lazy dog ");
            QCoreApplication::processEvents();
            QCOMPARE(int(p.edit->document()->textWidth()), p.edit->viewport()->width());
            QCOMPARE(p.edit->horizontalScrollBar()->maximum(), 0);
            QVERIFY(p.edit->viewport()->rect().contains(p.edit->cursorRect().center()));
        }
        QVERIFY(p.edit->verticalScrollBar()->isVisible());
        p.composer.resize(500, 100);
        QCoreApplication::processEvents();
        QCOMPARE(int(p.edit->document()->textWidth()), p.edit->viewport()->width());
        p.edit->setMessage("short");
        QCoreApplication::processEvents();
        QVERIFY(!p.edit->verticalScrollBar()->isVisible());
        QCOMPARE(p.edit->viewport()->width(), p.edit->width());
    }

    void whatIsNotTakenStaysInTheBox()
    {
        Parts p;
        p.services.conversation.refuses = true;
        QTest::keyClicks(p.edit, "precious");
        QTest::keyClick(p.edit, Qt::Key_Return);
        QCOMPARE(p.edit->toPlainText(), QString("precious"));
        QCOMPARE(p.services.conversation.draftText, QString("precious"));
    }

    void everyKeyIsKeptAsDraft()
    {
        Parts p;
        QTest::keyClicks(p.edit, "unsent");
        QCOMPARE(p.services.conversation.draftText, QString("unsent"));
    }

    void sendBecomesStopInTheSamePlace()
    {
        Parts p;
        p.services.conversation.add(MessageRole::User, "question");
        p.services.conversation.add(MessageRole::Assistant, "", AnswerState::Incomplete);
        QTest::keyClicks(p.edit, "next");
        p.services.conversation.setActivity(ChatActivityKind::Answering);
        QCOMPARE(p.composer.sendButton()->accessibleName(), QString("Stop"));
        p.composer.sendButton()->click();
        QCOMPARE(p.services.conversation.stops, 1);
        QVERIFY(p.services.conversation.sent.isEmpty());
        QCOMPARE(p.edit->toPlainText(), QString("next"));
        p.services.conversation.setActivity(ChatActivityKind::Idle);
        QCOMPARE(p.composer.sendButton()->accessibleName(), QString("Send"));
    }

    void growsToEightLinesAndNoFurther()
    {
        Parts p;
        const int one = p.composer.height();
        p.edit->setMessage("1\n2\n3");
        const int three = p.composer.height();
        QVERIFY(three > one);
        p.edit->setMessage(QString("x\n").repeated(8));
        const int eight = p.composer.height();
        p.edit->setMessage(QString("x\n").repeated(30));
        QCOMPARE(p.composer.height(), eight);
    }

    void aBaseModelContinuesWithoutText()
    {
        Parts p;
        p.services.conversation.completion = true;
        p.services.conversation.add(MessageRole::User, "Once");
        p.services.conversation.add(MessageRole::Assistant, " upon");
        p.services.engine.becomeReady(sampleModel(true));
        QCOMPARE(p.composer.sendButton()->accessibleName(), QString("Continue"));
        QVERIFY(p.composer.sendButton()->isEnabled());
        p.composer.sendButton()->click();
        QCOMPARE(p.services.conversation.sent, QStringList(""));
    }

    void pastedTextComesWithoutItsLook()
    {
        Parts p;
        QVERIFY(!p.edit->acceptRichText());
    }
};

MORU_TEST(ComposerKeys)

} // namespace moru

#include "composer_test.moc"
