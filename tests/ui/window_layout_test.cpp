// Which docks stand beside the conversation, and who decided so.
#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/views/chat_list_view.h"
#include "ui/views/composer.h"
#include "ui/views/conversation_page.h"
#include "ui/views/message_edit.h"
#include "ui/views/prompt_view.h"
#include "ui/windows/main_window.h"

#include <QApplication>
#include <QDockWidget>
#include <QInputMethodEvent>

namespace moru {

using namespace moru::test;

class Layout : public QObject {
    Q_OBJECT

    struct Parts {
        FakeServices services;
        std::unique_ptr<MainWindow> window;
        Parts()
        {
            services.engine.becomeReady(sampleModel());
            services.chats.add(1, "a chat");
            open();
        }
        void open()
        {
            window = std::make_unique<MainWindow>(services);
            window->show();
            QCoreApplication::processEvents();
        }
        void resize(int width, int height = 800) const
        {
            window->resize(width, height);
            QCoreApplication::processEvents();
        }
        bool hasChats() const { return window->chatList()->isVisible(); }
        bool hasInspector() const { return !window->inspector()->isHidden(); }
        void trigger(ShortcutId id) const { window->action(id)->trigger(); }
    };

private slots:
    void aNarrowWindowClosesTheInspectorAndItComesBack()
    {
        Parts p;
        p.resize(1280);
        QVERIFY(p.hasInspector());
        p.resize(1050);
        QVERIFY(!p.hasInspector());
        p.trigger(ShortcutId::ToggleInspector);
        QVERIFY(p.hasInspector());
        p.resize(1280);
        QVERIFY(p.hasInspector());
    }

    void aNarrowWindowHidesTheChatListAndItComesBack()
    {
        Parts p;
        p.resize(1280);
        QVERIFY(p.hasChats());
        p.resize(800);
        QVERIFY(!p.hasChats());
        p.resize(1050);
        QVERIFY(p.hasChats());
    }

    void whatIsClosedByHandStaysClosedInAWiderWindow()
    {
        Parts p;
        p.resize(1280);
        p.trigger(ShortcutId::ToggleChatList);
        p.trigger(ShortcutId::ToggleInspector);
        p.resize(800);
        p.resize(1280);
        QVERIFY(!p.hasChats());
        QVERIFY(!p.hasInspector());

        p.trigger(ShortcutId::ToggleChatList);
        p.trigger(ShortcutId::ToggleInspector);
        p.resize(800);
        for (int i = 0; i < 2; ++i) { // opened in the narrow window, and closed again
            p.trigger(ShortcutId::ToggleChatList);
            p.trigger(ShortcutId::ToggleInspector);
        }
        p.resize(1280);
        QVERIFY(!p.hasChats());
        QVERIFY(!p.hasInspector());
    }

    void whatIsOpenedByHandStaysOpenWhenOnlyTheHeightChanges()
    {
        Parts p;
        p.resize(1050);
        p.trigger(ShortcutId::ToggleInspector);
        QVERIFY(p.hasInspector());
        p.resize(1050, 700);
        QVERIFY(p.hasInspector());
    }

    void whatTheWidthHidComesBackInTheNextRunToo()
    {
        Parts p;
        p.resize(1280);
        p.resize(700);
        QVERIFY(!p.hasChats() && !p.hasInspector());
        p.window->close();
        p.open();
        p.resize(700);
        QVERIFY(!p.hasChats() && !p.hasInspector());
        p.resize(1280);
        QVERIFY(p.hasChats() && p.hasInspector());
    }

    void anEndWithoutAskingKeepsTheLayoutAndTheSyllable()
    {
        Parts p;
        p.services.conversation.setActivity(ChatActivityKind::Answering); // nothing may ask now
        MessageEdit* edit = p.window->conversationPage()->composer()->edit();
        QInputMethodEvent composing(QStringLiteral("한"), {});
        QApplication::sendEvent(edit, &composing);
        p.window->keepState();
        QCOMPARE(edit->toPlainText(), QStringLiteral("한"));
        QVERIFY(!p.services.settings.value(SettingId::WindowGeometry).toByteArray().isEmpty());
        QVERIFY(!p.services.settings.value(SettingId::ChatArrangement).toByteArray().isEmpty());
    }

    void theTabInFrontIsInFrontAgain()
    {
        Parts p;
        p.resize(1280);
        p.trigger(ShortcutId::ShowPrompt);
        QCoreApplication::processEvents();
        QVERIFY(!p.window->promptView()->visibleRegion().isEmpty());
        p.resize(700);
        p.resize(1280);
        QVERIFY(!p.window->promptView()->visibleRegion().isEmpty());
    }

    void whatIsClosedByHandIsClosedInTheNextRun()
    {
        Parts p;
        p.resize(1280);
        p.trigger(ShortcutId::ToggleChatList);
        p.trigger(ShortcutId::ToggleInspector);
        p.resize(700);
        p.window->close();
        p.open();
        p.resize(700);
        p.resize(1280);
        QVERIFY(!p.hasChats() && !p.hasInspector());
    }
};

MORU_TEST(Layout)

} // namespace moru

#include "window_layout_test.moc"
