#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/views/composer.h"
#include "ui/views/context_fit.h"
#include "ui/views/message_edit.h"
#include "ui/views/overflow_note.h"
#include "ui/widgets/text_button.h"

namespace moru {

using namespace moru::test;

class ContextCount : public QObject {
    Q_OBJECT

    struct Parts {
        FakeServices services;
        Composer composer { services.conversation, services.engine, services.settings, services.prompts };
        OverflowNote note { services.prompts, services.conversation, services.settings };
        MessageEdit* edit = composer.edit();
        explicit Parts(const char* policy = "refuse")
        {
            services.settings.setValue(SettingId::ContextOverflow, QString::fromLatin1(policy));
            services.engine.becomeReady(sampleModel());
            composer.resize(760, 100);
            composer.show();
            edit->setFocus();
        }
        void type(const char* text, int tokens, std::optional<int> lastTurn = {})
        {
            QTest::keyClicks(edit, text);
            services.prompts.become(edit->toPlainText(), tokens, 4096, lastTurn);
        }
        [[nodiscard]] QStringList sentAfterEnter()
        {
            QTest::keyClick(edit, Qt::Key_Return);
            return services.conversation.sent;
        }
    };

private slots:
    void countAndWhatIsLeftAreShownWhileTyping()
    {
        Parts p;
        QVERIFY(p.composer.countWords().isEmpty());
        p.type("hello", 312);
        QCOMPARE(p.composer.countWords(), QString("312 of 4,096 tokens · 3,783 left"));
        QVERIFY(p.note.isHidden());
        p.edit->clear();
        QVERIFY(p.composer.countWords().isEmpty());
    }

    void whatDoesNotFitIsRefusedWithASentence()
    {
        Parts p;
        p.type("hello", 5000, 200);
        QVERIFY(p.composer.countWords().contains("905 too many"));
        QVERIFY(!p.note.isHidden());
        QVERIFY(p.note.accessibleName().contains("is not sent"));
        QVERIFY(p.note.accessibleName().contains("5,000") && p.note.accessibleName().contains("4,095"));
        QVERIFY(!p.composer.sendButton()->isEnabled());
        QVERIFY(p.sentAfterEnter().isEmpty());
        QCOMPARE(p.edit->toPlainText(), QString("hello")); // the words stay
        p.edit->clear();
        p.type("hi", 4095); // the last that fits
        QVERIFY(p.note.isHidden());
        QCOMPARE(p.sentAfterEnter(), QStringList("hi"));
    }

    void oldestTurnsAreLeftOutAndItSaysSoBefore()
    {
        Parts p("drop-oldest");
        p.type("hello", 5000, 200);
        QVERIFY(p.note.accessibleName().contains("oldest turns will be left out"));
        QCOMPARE(p.sentAfterEnter(), QStringList("hello"));
    }

    void aMessageThatIsTooLongAloneIsRefusedThereToo()
    {
        Parts p("drop-oldest");
        p.type("hello", 9000, 6000);
        QVERIFY(p.note.accessibleName().contains("6,000"));
        QVERIFY(p.sentAfterEnter().isEmpty());
    }

    void stopSendsAndWarns()
    {
        Parts p("stop");
        p.type("hello", 5000, 200);
        QVERIFY(p.note.accessibleName().contains("will stop at once"));
        QCOMPARE(p.sentAfterEnter(), QStringList("hello"));
    }

    void aQuickEnterWaitsForTheCount()
    {
        Parts p;
        p.services.prompts.holds = true;
        QTest::keyClicks(p.edit, "quick");
        QVERIFY(p.sentAfterEnter().isEmpty());
        QTest::keyClick(p.edit, Qt::Key_Return); // impatient: it goes out once
        p.services.prompts.become("quick", 20, 4096);
        QCOMPARE(p.services.conversation.sent, QStringList("quick"));
        QVERIFY(p.edit->toPlainText().isEmpty());
        QTest::keyClicks(p.edit, "too long");
        QTest::keyClick(p.edit, Qt::Key_Return);
        p.services.prompts.become("too long", 5000, 4096, 4500);
        QCOMPARE(p.services.conversation.sent, QStringList("quick"));
        QCOMPARE(p.edit->toPlainText(), QString("too long"));
    }

    void whoTypesOnWhileItIsCountedDoesNotSend()
    {
        Parts p;
        p.services.prompts.holds = true;
        QTest::keyClicks(p.edit, "a");
        QTest::keyClick(p.edit, Qt::Key_Return);
        QTest::keyClicks(p.edit, "b");
        p.services.prompts.become("ab", 20, 4096);
        QVERIFY(p.services.conversation.sent.isEmpty());
    }

    void anOldCountRefusesNothing()
    {
        Parts p;
        p.type("a very long message", 5000, 4500);
        p.edit->setMessage("short");
        p.services.prompts.holds = true;
        QVERIFY(p.sentAfterEnter().isEmpty());
        p.services.prompts.become("short", 20, 4096);
        QCOMPARE(p.services.conversation.sent, QStringList("short"));
    }

    void withoutACountTheEngineDecides()
    {
        QCOMPARE(contextFit(std::nullopt, "refuse"), ContextFit::Unknown);
        QVERIFY(!isRefused(ContextFit::Unknown));
        Parts p;
        QTest::keyClicks(p.edit, "hello"); // the count cannot be made
        QCOMPARE(p.sentAfterEnter(), QStringList("hello"));
    }
};

MORU_TEST(ContextCount)

} // namespace moru

#include "context_count_test.moc"
