#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/views/chat_list_view.h"
#include "ui/views/composer.h"
#include "ui/views/conversation_page.h"
#include "ui/views/find_bar.h"
#include "ui/views/first_start_view.h"
#include "ui/views/message_edit.h"
#include "ui/views/prompt_view.h"
#include "ui/views/top_bar.h"
#include "ui/widgets/note_box.h"
#include "ui/widgets/text_label.h"
#include "ui/windows/main_window.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QMenu>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QTimer>
#include <QToolButton>

namespace moru {

using namespace moru::test;

class Window : public QObject {
    Q_OBJECT

    struct Parts {
        FakeServices services;
        std::unique_ptr<MainWindow> window;
        explicit Parts(bool withModel = true)
        {
            services.models.add(
                "smollm2", "SmolLM2 135M Instruct", ModelState::Available, ModelSource::ModelsFolder);
            services.performance.fill(20);
            services.performance.fillMemory();
            if (withModel) {
                services.engine.becomeReady(sampleModel());
                services.chats.add(1, "a chat");
                services.conversation.chatTitle = "a chat";
                services.conversation.add(MessageRole::User, "question");
                services.conversation.add(MessageRole::Assistant, "answer").statistics = AnswerStatistics {};
            }
            window = std::make_unique<MainWindow>(services);
            window->show();
            window->resize(1280, 800); // more than the offscreen screen has
            window->activateWindow();
            QCoreApplication::processEvents();
        }
        MessageEdit* edit() const { return window->conversationPage()->composer()->edit(); }
        QString contextGauge() const
        {
            for (const TextLabel* label : window->conversationPage()->findChildren<TextLabel*>())
                if (label->text().startsWith("Context ") && label->isVisible())
                    return label->text();
            return {};
        }
    };

private slots:
    void everyButtonHasAName()
    {
        Parts p;
        QStringList nameless;
        for (const QAbstractButton* button : p.window->findChildren<QAbstractButton*>()) {
            // Qt's own: the clear button of a line edit, arrows of a tab bar.
            const bool ours = QByteArray(button->metaObject()->className()).startsWith("moru::");
            // Actions of notes and empty states are hidden until they are given words.
            if (ours && !button->isHidden() && button->accessibleName().isEmpty())
                nameless << button->metaObject()->className() + QStringLiteral(" in ")
                        + button->parentWidget()->metaObject()->className();
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join("; ")));
    }

    void firstWindowFitsTheScreen()
    {
        FakeServices services;
        MainWindow window(services);
        const QSize screen = window.screen()->availableSize();
        QVERIFY2(screen.width() < 1280, "a screen that the usual size does not fit");
        QCOMPARE(window.size(), screen);
    }

    void everyIconButtonHasATooltip()
    {
        Parts p;
        for (const QToolButton* button : p.window->findChildren<QToolButton*>())
            if (QByteArray(button->metaObject()->className()).startsWith("moru::"))
                QVERIFY2(!button->toolTip().isEmpty(), qPrintable(button->accessibleName()));
    }

    void noTwoShortcutsShareAKey()
    {
        QSet<QKeySequence> keys;
        for (const ShortcutId id : allShortcuts()) {
            std::vector<QKeySequence> own = alternativeShortcuts(id);
            own.push_back(shortcut(id));
            for (const QKeySequence& key : own) {
                QVERIFY2(!keys.contains(key), qPrintable(key.toString()));
                keys.insert(key);
            }
        }
    }

    void escapeStopsTheAnswerFromTheComposer()
    {
        Parts p;
        p.services.conversation.setActivity(ChatActivityKind::Answering);
        p.edit()->setFocus();
        QTest::keyClick(p.edit(), Qt::Key_Escape);
        QCOMPARE(p.services.conversation.stops, 1);
    }

    void controlFFindsInTheChatAndEscapeStopsNothing()
    {
        Parts p;
        p.services.conversation.setActivity(ChatActivityKind::Answering);
        p.edit()->setFocus();
        QTest::keyClick(p.edit(), Qt::Key_F, Qt::ControlModifier);
        FindBar* bar = p.window->conversationPage()->findBar();
        QVERIFY(bar->isVisible() && bar->field()->hasFocus());
        QTest::keyClick(bar->field(), Qt::Key_Escape);
        QVERIFY(bar->isHidden());
        QCOMPARE(p.services.conversation.stops, 0);
    }

    void theComposerHasTheFocusWhenAModelIsReady()
    {
        Parts p(false);
        p.services.engine.becomeLoading(LoadPhase::ReadWeights, 1, 2);
        p.window->topBar()->setFocus();
        p.services.engine.becomeReady(sampleModel());
        QVERIFY(p.edit()->hasFocus());
    }

    void whoTypesElsewhereKeepsTheFocus()
    {
        Parts p;
        p.window->chatList()->searchField()->setFocus();
        p.services.engine.becomeReady(sampleModel());
        QVERIFY(p.window->chatList()->searchField()->hasFocus());
    }

    void promptOfTheLastAnswerIsAKeyAway()
    {
        Parts p;
        QVERIFY(!p.services.prompts.isWatched);
        QTest::keyClick(p.edit(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QCoreApplication::processEvents();
        QVERIFY(p.services.prompts.isWatched);
        QTest::keyClick(p.edit(), Qt::Key_I, Qt::ControlModifier); // the inspector closes
        QCoreApplication::processEvents();
        QVERIFY(!p.services.prompts.isWatched);
    }

    void labelsThatWereHiddenFollowTheTheme()
    {
        FakeServices services;
        services.settings.setValue(SettingId::Theme, QStringLiteral("dark"));
        services.chats.add(1, "a chat"); // not the first page
        MainWindow window(services);
        window.show();
        window.resize(1280, 800);
        services.engine.becomeReady(sampleModel(true)); // its note and others appear only now
        QCoreApplication::processEvents();
        int seen = 0;
        for (const TextLabel* label : window.findChildren<TextLabel*>()) {
            if (!label->isVisible())
                continue;
            ++seen;
            const QColor ink = label->palette().color(QPalette::WindowText);
            QVERIFY2(ink.lightness() > 120, qPrintable(label->text() + QLatin1Char(' ') + ink.name()));
        }
        QVERIFY(seen > 5);
    }

    void aFullContextIsNotToldAsMoreThanFull()
    {
        Parts p;
        p.services.conversation.records.back().statistics->contextTokens = 4097;
        emit p.services.conversation.messageUpdated(2);
        QCOMPARE(p.contextGauge(), QString("Context 4,096 of 4,096"));
    }

    void theContextGaugeFollowsTheAnswerThatIsRegenerated()
    {
        Parts p;
        FakeConversation& chat = p.services.conversation;
        chat.records.back().statistics->contextTokens = 900;
        chat.add(MessageRole::User, "more");
        chat.add(MessageRole::Assistant, "", AnswerState::Incomplete); // the new version, on a shorter path
        emit chat.messagesChanged();
        chat.setActivity(ChatActivityKind::Queued); // the figures are those of another chat
        p.services.performance.speed.isLive = true;
        p.services.performance.revise();
        QCOMPARE(p.contextGauge(), QString("Context 900 of 4,096"));
        chat.setActivity(ChatActivityKind::Prefill);
        p.services.performance.speed.prefill = { 100, 300, 1000 };
        p.services.performance.speed.generatedTokens = 0;
        p.services.performance.revise();
        QCOMPARE(p.contextGauge(), QString("Context 1,300 of 4,096"));
        chat.setActivity(ChatActivityKind::Answering);
        p.services.performance.speed.generatedTokens = 21;
        p.services.performance.revise();
        QCOMPARE(p.contextGauge(), QString("Context 1,321 of 4,096"));
        chat.setActivity(ChatActivityKind::Idle);
        chat.records.back().statistics = AnswerStatistics {};
        chat.records.back().statistics->contextTokens = 1340;
        emit chat.messageUpdated(chat.records.back().id);
        QCOMPARE(p.contextGauge(), QString("Context 1,340 of 4,096"));
    }

    void escapeCancelsALoad()
    {
        Parts p;
        p.services.engine.becomeLoading(LoadPhase::ReadWeights, 1, 2);
        QTest::keyClick(p.window.get(), Qt::Key_Escape);
        QCOMPARE(p.services.engine.cancels, 1);
    }

    void textBoxesDoNotSwallowTheWindowsKeys()
    {
        Parts p;
        p.edit()->setFocus();
        QTest::keyClicks(p.edit(), "kept");
        p.edit()->moveCursor(QTextCursor::Start);
        QTest::keyClick(p.edit(), Qt::Key_K, Qt::ControlModifier);
        QCOMPARE(p.edit()->toPlainText(), QString("kept"));
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(p.window->chatList()->searchField()));
    }

    void shortcutsWorkWithAHangulLayout()
    {
        Parts p;
        p.edit()->setFocus();
        QKeyEvent press(QEvent::KeyPress, 0x315C, Qt::ControlModifier, QStringLiteral("ㅜ")); // The key N.
        QApplication::sendEvent(p.edit(), &press);
        QCOMPARE(p.services.conversation.newChats, 1);
    }

    void f6WalksThroughTheRegions()
    {
        Parts p;
        p.edit()->setFocus();
        QList<QWidget*> seen;
        for (int i = 0; i < 5; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
            QVERIFY(QApplication::focusWidget());
            QVERIFY2(!seen.contains(QApplication::focusWidget()),
                QApplication::focusWidget()->metaObject()->className());
            seen.append(QApplication::focusWidget());
        }
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), seen[seen.size() - 2]);
    }

    void regenerateAndVersionsActOnTheLastAnswer()
    {
        Parts p;
        p.services.conversation.records.back().versionCount = 2;
        p.services.conversation.records.back().versionIndex = 1;
        p.window->action(ShortcutId::PreviousVersion)->trigger();
        QCOMPARE(p.services.conversation.versions, (std::vector<std::pair<MessageId, int>> { { 2, 0 } }));
        p.window->action(ShortcutId::NextVersion)->trigger();
        QCOMPARE(p.services.conversation.versions.size(), std::size_t { 1 });
        p.window->action(ShortcutId::Regenerate)->trigger();
        QCOMPARE(p.services.conversation.regenerated, std::vector<MessageId> { 2 });
    }

    void zoomChangesTheTextAndGoesBack()
    {
        Parts p;
        const int before = QApplication::font().pixelSize();
        p.window->action(ShortcutId::ZoomIn)->trigger();
        p.window->action(ShortcutId::ZoomIn)->trigger();
        QVERIFY(QApplication::font().pixelSize() > before);
        p.window->action(ShortcutId::ZoomReset)->trigger();
        QCOMPARE(QApplication::font().pixelSize(), before);
    }

    void theListOfShortcutsFitsTheScreenAtEveryTextSize()
    {
        Parts p;
        for (int i = 0; i < 6; ++i)
            p.window->action(ShortcutId::ZoomIn)->trigger();
        int height = 0;
        int scrolls = 0;
        QTimer::singleShot(0, p.window.get(), [&] {
            QWidget* dialog = QApplication::activeModalWidget();
            QVERIFY(dialog);
            height = dialog->height();
            if (const auto* list = dialog->findChild<QScrollArea*>())
                scrolls = list->verticalScrollBar()->maximum();
            dialog->close();
        });
        p.window->action(ShortcutId::Help)->trigger();
        const int screen = p.window->screen()->availableSize().height();
        p.window->action(ShortcutId::ZoomReset)->trigger();
        QVERIFY2(height > 0 && height <= screen, qPrintable(QString::number(height)));
        QVERIFY(scrolls > 0); // else it would have fitted anyway
    }

    void theFirstPageTellsWhatWentWrongAtTheStart()
    {
        FakeServices services;
        services.notices.list.push_back({});
        MainWindow window(services);
        window.show();
        QCoreApplication::processEvents();
        QStringList shown;
        for (const NoteBox* note : window.firstStart()->findChildren<NoteBox*>())
            if (note->isVisible())
                shown << note->accessibleName();
        QVERIFY2(shown.contains(noticeText(services.notices.list.front())), qPrintable(shown.join('|')));
    }

    void theThemeChangesLive()
    {
        Parts p;
        p.services.settings.setValue(SettingId::Theme, "dark");
        QVERIFY(p.window->palette().color(QPalette::Window).lightness() < 128);
        p.services.settings.setValue(SettingId::Theme, "light");
        QVERIFY(p.window->palette().color(QPalette::Window).lightness() > 128);
    }

    void theFirstPageLeavesWithTheFirstModel()
    {
        Parts p(false);
        QVERIFY(p.window->firstStart()->isVisible());
        p.services.engine.becomeLoading(LoadPhase::CheckFiles, 0, 0);
        QVERIFY(!p.window->firstStart()->isVisible());
        QVERIFY(p.window->conversationPage()->isVisible());
    }
};

MORU_TEST(Window)

} // namespace moru

#include "main_window_test.moc"
