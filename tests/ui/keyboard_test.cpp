// What is reached and seen without a mouse.
#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/theme/focus_ring.h"
#include "ui/views/chat_list_view.h"
#include "ui/views/composer.h"
#include "ui/views/confirm_dialog.h"
#include "ui/views/conversation_page.h"
#include "ui/views/conversation_view.h"
#include "ui/views/message_actions.h"
#include "ui/views/message_edit.h"
#include "ui/views/model_button.h"
#include "ui/views/model_picker.h"
#include "ui/views/performance_view.h"
#include "ui/views/prompt_view.h"
#include "ui/views/setting_field.h"
#include "ui/views/settings_view.h"
#include "ui/views/top_bar.h"
#include "ui/views/user_message.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_button.h"
#include "ui/windows/main_window.h"

#include <QDialog>
#include <QDockWidget>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSet>
#include <QTimer>

namespace moru {

using namespace moru::test;

namespace {

bool showsRing(const QWidget* window)
{
    const auto* ring = window->findChild<FocusRing*>(QString(), Qt::FindDirectChildrenOnly);
    return ring && ring->isVisible();
}

} // namespace

class Keyboard : public QObject {
    Q_OBJECT

    struct Parts {
        FakeServices services;
        std::unique_ptr<MainWindow> window;
        explicit Parts(int turns = 1)
        {
            services.models.add(
                "smollm2", "SmolLM2 135M Instruct", ModelState::Available, ModelSource::ModelsFolder);
            services.performance.fill(20);
            services.performance.fillMemory();
            services.engine.becomeReady(sampleModel());
            services.chats.add(1, "a chat");
            services.chats.add(2, "another");
            services.conversation.chatTitle = "a chat";
            for (int i = 0; i < turns; ++i) {
                services.conversation.add(MessageRole::User, "question");
                services.conversation.add(MessageRole::Assistant, "answer").statistics = AnswerStatistics {};
            }
            window = std::make_unique<MainWindow>(services);
            window->show();
            window->resize(1280, 800);
            window->activateWindow();
            settle();
        }
        static void settle()
        {
            for (int i = 0; i < 4; ++i)
                QCoreApplication::processEvents();
        }
        [[nodiscard]] ConversationView* messages() const { return window->conversationPage()->messages(); }
        [[nodiscard]] MessageEdit* composer() const { return window->conversationPage()->composer()->edit(); }
        [[nodiscard]] UserMessage* question(int index) const
        {
            return qobject_cast<UserMessage*>(messages()->messageItems()[index]);
        }
        /// Every widget from the composer on until Tab comes back to it.
        [[nodiscard]] QList<QWidget*> walk(Qt::KeyboardModifiers modifiers) const
        {
            QList<QWidget*> seen;
            composer()->setFocus();
            do {
                seen.append(window->focusWidget());
                QTest::keyClick(window->focusWidget(), modifiers ? Qt::Key_Backtab : Qt::Key_Tab, modifiers);
            } while (window->focusWidget() != composer() && seen.size() < 200);
            return seen;
        }
    };

    static QString namesOf(const QList<QWidget*>& widgets)
    {
        QStringList names;
        for (const QWidget* widget : widgets)
            names << QString::fromLatin1(widget->metaObject()->className()) + ' ' + widget->accessibleName();
        return names.join(", ");
    }

    static bool anyInside(const QList<QWidget*>& seen, const QWidget* part)
    {
        return std::ranges::any_of(
            seen, [&](QWidget* widget) { return widget == part || part->isAncestorOf(widget); });
    }

private slots:
    void tabReachesAllOfTheWindowAndComesBack_data()
    {
        QTest::addColumn<QString>("inspector");
        QTest::newRow("none") << QString();
        QTest::newRow("performance") << "performance";
        QTest::newRow("prompt") << "prompt";
        QTest::newRow("settings") << "settings";
    }
    void tabReachesAllOfTheWindowAndComesBack()
    {
        QFETCH(QString, inspector);
        Parts p;
        const MainWindow& window = *p.window;
        const QWidget* part = nullptr;
        if (inspector == "performance") {
            part = window.performance();
        } else if (inspector == "prompt") {
            window.action(ShortcutId::ShowPrompt)->trigger();
            part = window.promptView()->parentWidget(); // without a prompt the view has no controls
        } else if (inspector == "settings") {
            window.action(ShortcutId::Settings)->trigger();
            part = window.settingsView();
        } else {
            window.action(ShortcutId::ToggleInspector)->trigger();
        }
        Parts::settle();
        const QList<QWidget*> seen = p.walk(Qt::NoModifier);
        QVERIFY2(seen.size() < 200, "round and round elsewhere");
        QCOMPARE(seen.size(), QSet<QWidget*>(seen.begin(), seen.end()).size());
        QVERIFY(anyInside(seen, window.topBar()->model));
        QVERIFY(anyInside(seen, window.topBar()->menu));
        QVERIFY(anyInside(seen, window.chatList()->searchField()));
        QVERIFY(anyInside(seen, window.chatList()->list()));
        QVERIFY(anyInside(seen, p.messages()->messageItems().last()));
        QVERIFY(anyInside(seen, p.messages()->messageItems().last()->findChild<MessageActions*>()));
        if (part)
            QVERIFY2(anyInside(seen, part), qPrintable(namesOf(seen)));
        QList<QWidget*> back = p.walk(Qt::ShiftModifier);
        std::reverse(back.begin() + 1, back.end());
        QCOMPARE(back, seen);
    }

    void everyFieldOfTheSettingsIsReached()
    {
        Parts p;
        p.window->action(ShortcutId::Settings)->trigger();
        Parts::settle();
        const QList<QWidget*> seen = p.walk(Qt::NoModifier);
        for (const SettingField* field : p.window->settingsView()->findChildren<SettingField*>())
            if (field->isVisible() && field->control()->isEnabled())
                QVERIFY2(anyInside(seen, field), qPrintable(field->control()->accessibleName()));
    }

    void thePickerShowsWhatHasTheFocus()
    {
        Parts p;
        p.window->action(ShortcutId::ModelPicker)->trigger();
        Parts::settle();
        ModelPicker* picker = p.window->modelPicker();
        int buttons = 0;
        for (QAbstractButton* button : picker->findChildren<QAbstractButton*>()) {
            if (!button->isVisible() || !button->isEnabled() || button->focusPolicy() == Qt::NoFocus)
                continue;
            button->setFocus(Qt::TabFocusReason);
            ++buttons;
            QVERIFY2(showsRing(picker), qPrintable(button->accessibleName()));
        }
        QVERIFY(buttons > 2);
        picker->hide();
    }

    void dialogsShowWhatHasTheFocus()
    {
        Parts p;
        bool shown = false;
        QTimer::singleShot(0, p.window.get(), [&] {
            QWidget* dialog = QApplication::activeModalWidget();
            QVERIFY(dialog);
            dialog->activateWindow();
            Parts::settle();
            for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
                button->setFocus(Qt::TabFocusReason);
                shown = showsRing(dialog);
                if (!shown)
                    break;
            }
            static_cast<QDialog*>(dialog)->reject();
        });
        QVERIFY(!confirm(p.window.get(), "Really?", "Yes"));
        QVERIFY(shown);
    }

    void enterPressesAButtonAsSpaceDoes()
    {
        Parts p;
        QAbstractButton* button = p.window->topBar()->newChat;
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Return);
        QCOMPARE(p.services.conversation.newChats, 1);
        QTest::keyClick(button, Qt::Key_Space);
        QCOMPARE(p.services.conversation.newChats, 2);
    }

    void anEditedMessageIsSeenAndNothingLiesOnIt()
    {
        Parts p(12);
        QString words;
        for (int i = 0; i < 60; ++i)
            words += "many words ";
        p.services.conversation.records[4].text = words;
        emit p.services.conversation.messageUpdated(5);
        for (const int index : { 0, 4, 22 }) {
            UserMessage* message = p.question(index);
            message->setFocus(Qt::TabFocusReason);
            Parts::settle();
            message->startEditing();
            Parts::settle();
            QVERIFY(message->editor()->hasFocus());
            QVERIFY(message->findChild<MessageActions*>()->isHidden());
            const QWidget* viewport = p.messages()->viewport();
            const QRect place(message->editor()->mapTo(viewport, QPoint(0, 0)), message->editor()->size());
            QVERIFY2(viewport->rect().contains(place), qPrintable(QString::number(place.top())));
            QTest::keyClick(message->editor(), Qt::Key_Escape);
            QVERIFY(!message->editor());
            QVERIFY(!message->findChild<MessageActions*>()->isHidden());
        }
    }

    void theComposerHasTheFocusWhenAMessageWasEdited()
    {
        Parts p;
        UserMessage* message = p.question(0);
        message->startEditing();
        QTest::keyClicks(message->editor(), " again");
        QTest::keyClick(message->editor(), Qt::Key_Return);
        QCOMPARE(p.services.conversation.edits.size(), std::size_t { 1 });
        QVERIFY(p.composer()->hasFocus());
    }

    void anotherVersionKeepsTheFocusOfItsPlace()
    {
        Parts p;
        p.messages()->messageItems().last()->setFocus(Qt::TabFocusReason);
        p.services.conversation.records.back().id = 7;
        emit p.services.conversation.messagesChanged();
        QCOMPARE(p.messages()->messageItems().last()->id(), MessageId { 7 });
        QVERIFY(p.messages()->messageItems().last()->hasFocus());
    }

    void theListShowsTheOpenChatWhenItIsLeft()
    {
        Parts p;
        QListView* list = p.window->chatList()->list();
        const QModelIndex open = list->currentIndex();
        QVERIFY(open.isValid());
        list->setFocus(Qt::TabFocusReason);
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Up);
        QTest::keyClick(list, Qt::Key_Down);
        if (list->currentIndex() == open)
            QTest::keyClick(list, Qt::Key_Up);
        QVERIFY(list->currentIndex() != open);
        p.composer()->setFocus();
        QCOMPARE(list->currentIndex(), open);
    }

    void downFromTheSearchChoosesTheFirstChat()
    {
        Parts p;
        p.services.conversation.startNewChat();
        ChatListView* chats = p.window->chatList();
        QVERIFY(!chats->list()->currentIndex().isValid());
        chats->searchField()->setFocus();
        QTest::keyClick(chats->searchField(), Qt::Key_Down);
        QVERIFY(chats->list()->hasFocus());
        QTest::keyClick(chats->list(), Qt::Key_Return);
        QCOMPARE(p.services.conversation.opened_.size(), std::size_t { 1 });
    }

    void aHangulLayoutsShortcutsStopBehindADialogAndAPopup()
    {
        Parts p;
        const auto pressControlN = [](QWidget* where) {
            QKeyEvent press(QEvent::KeyPress, 0x315C, Qt::ControlModifier, QStringLiteral("ㅜ"));
            QApplication::sendEvent(where, &press);
        };
        {
            QDialog dialog(p.window.get());
            dialog.setModal(true);
            auto* field = new QLineEdit(&dialog);
            dialog.show();
            pressControlN(field);
            QCOMPARE(p.services.conversation.newChats, 0);
            // Keys of text boxes go on as Latin ones.
            field->setText("copied");
            QKeyEvent all(QEvent::KeyPress, 0x3141, Qt::ControlModifier, QStringLiteral("ㅁ"));
            QApplication::sendEvent(field, &all);
            QCOMPARE(field->selectedText(), QString("copied"));
        }
        p.window->action(ShortcutId::ModelPicker)->trigger();
        QVERIFY(p.window->modelPicker()->isVisible());
        pressControlN(p.window->modelPicker()->filterField());
        QCOMPARE(p.services.conversation.newChats, 0);
        p.window->modelPicker()->hide();
        pressControlN(p.window->conversationPage()->composer()->edit());
        QCOMPARE(p.services.conversation.newChats, 1);
    }
};

MORU_TEST(Keyboard)

} // namespace moru

#include "keyboard_test.moc"
