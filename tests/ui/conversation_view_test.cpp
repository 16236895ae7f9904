#include "tests/support/test_main.h"
#include "tests/ui/fakes/fake_services.h"
#include "ui/markdown/markdown_view.h"
#include "ui/views/answer_footer.h"
#include "ui/views/answer_message.h"
#include "ui/views/conversation_view.h"
#include "ui/views/error_card.h"
#include "ui/views/loading_card.h"
#include "ui/views/message_actions.h"
#include "ui/views/message_column.h"
#include "ui/views/message_edit.h"
#include "ui/views/statistics_line.h"
#include "ui/views/thinking_block.h"
#include "ui/views/user_message.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_button.h"

#include <QScrollBar>
#include <QWheelEvent>

namespace moru {

using namespace moru::test;

class Messages : public QObject {
    Q_OBJECT

    struct Parts {
        FakeServices services;
        ConversationView view { services.conversation, services.engine, services.settings };
        Parts()
        {
            view.resize(700, 400);
            view.show();
        }
        /// Twice: the scroll bar that appears makes the page narrower.
        void settle()
        {
            QCoreApplication::processEvents();
            QCoreApplication::processEvents();
        }
    };

    static void wheelUp(ConversationView& view)
    {
        QWheelEvent event(QPointF(50, 50), view.mapToGlobal(QPointF(50, 50)), {}, QPoint(0, 120),
            Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view.viewport(), &event);
    }

private slots:
    void statisticsAreDrawnOnceTheirPlacesAreKnown()
    {
        struct Paints final : QObject {
            int count = 0;
            bool eventFilter(QObject*, QEvent* event) override
            {
                count += event->type() == QEvent::Paint;
                return false;
            }
        } paints;
        StatisticsLine line;
        line.setStatistics({});
        line.resize(600, line.layoutColumn(600));
        line.show();
        QCoreApplication::processEvents();
        QEvent language(QEvent::LanguageChange);
        QApplication::sendEvent(&line, &language);
        QCoreApplication::processEvents(); // drawn before its column places it
        line.installEventFilter(&paints);
        line.layoutColumn(600);
        QCoreApplication::processEvents();
        QVERIFY(paints.count > 0);
    }

    void showsEachMessageOnce()
    {
        Parts p;
        p.services.conversation.add(MessageRole::User, "question");
        p.services.conversation.add(MessageRole::Assistant, "**answer**");
        emit p.services.conversation.messagesChanged();
        emit p.services.conversation.messagesChanged();
        const auto items = p.view.messageItems();
        QCOMPARE(items.size(), 2);
        QCOMPARE(static_cast<AnswerMessage*>(items[1])->body()->shownText(), QString("answer"));
        QVERIFY(items[1]->accessibleName().contains("SmolLM2"));
        QVERIFY(items[0]->accessibleName().contains("1"));
    }

    void streamedTextIsAppended()
    {
        Parts p;
        p.services.conversation.add(MessageRole::User, "question");
        p.services.conversation.add(MessageRole::Assistant, "", AnswerState::Incomplete);
        emit p.services.conversation.messagesChanged();
        p.services.conversation.setActivity(ChatActivityKind::Answering);
        auto* answer = static_cast<AnswerMessage*>(p.view.messageItems().last());
        p.services.conversation.stream("one ");
        p.services.conversation.stream("two");
        QCOMPARE(answer->body()->source(), QString("one two"));
        p.services.conversation.records.back().state = AnswerState::Complete;
        emit p.services.conversation.messageUpdated(2);
        QCOMPARE(answer->body()->source(), QString("one two"));
    }

    void streamingMeasuresOnlyTheAnswerThatGrows()
    {
        Parts p;
        for (int i = 0; i < 30; ++i)
            p.services.conversation.add(
                i % 2 ? MessageRole::Assistant : MessageRole::User, "text of a message");
        emit p.services.conversation.messagesChanged();
        p.settle();
        const int before = p.view.column()->measuredItems();
        for (int i = 0; i < 10; ++i) {
            p.services.conversation.stream("more words ");
            p.settle();
        }
        QVERIFY2(p.view.column()->measuredItems() - before <= 10,
            qPrintable(QString::number(p.view.column()->measuredItems() - before)));
    }

    void aLongChatShowsItsEndFirst()
    {
        Parts p;
        for (int i = 0; i < 200; ++i)
            p.services.conversation.add(i % 2 ? MessageRole::Assistant : MessageRole::User, "text");
        emit p.services.conversation.opened();
        p.settle();
        const auto shown = p.view.messageItems().size();
        QVERIFY(shown < 60);
        QCOMPARE(p.view.messageItems().last()->id(), MessageId { 200 });
        p.view.verticalScrollBar()->setValue(0);
        QVERIFY(p.view.messageItems().size() > shown);
        QVERIFY(p.view.verticalScrollBar()->value() > 0);
    }

    void thinkingCanBeEndedWhileItRuns()
    {
        Parts p;
        p.services.conversation.add(MessageRole::User, "q");
        p.services.conversation.add(MessageRole::Assistant, "", AnswerState::Incomplete);
        emit p.services.conversation.messagesChanged();
        p.services.conversation.current.thinkingMs = 8400;
        p.services.conversation.current.thinkingTokens = 263;
        p.services.conversation.current.thinkingBudget = 2048;
        p.services.conversation.stream("hm", true);
        p.services.conversation.setActivity(ChatActivityKind::Thinking);
        auto* block = p.view.findChild<ThinkingBlock*>();
        QVERIFY(block && !block->answerNowButton()->isHidden());
        QCOMPARE(block->figures(), QString("8.4 s · 263 of 2,048 tokens"));
        block->answerNowButton()->click();
        QCOMPARE(p.services.conversation.answersNow, 1);
        p.services.conversation.current.willAnswerNow = true;
        p.services.conversation.setActivity(ChatActivityKind::Thinking);
        QVERIFY(!block->answerNowButton()->isEnabled()); // asked once
        p.services.conversation.setActivity(ChatActivityKind::Answering);
        QVERIFY(block->answerNowButton()->isHidden());
    }

    void anAnswerThatRepeatedOffersAnotherTry()
    {
        Parts p;
        p.services.conversation.add(MessageRole::User, "q");
        MessageRecord& answer = p.services.conversation.add(MessageRole::Assistant, "la la la");
        answer.statistics = AnswerStatistics {};
        answer.statistics->stopReason = StopReason::Repetition;
        emit p.services.conversation.messagesChanged();
        auto* footer = p.view.findChild<AnswerFooter*>();
        QVERIFY(footer->isVisibleTo(&p.view) && !footer->penaltyButton()->isHidden());
        footer->penaltyButton()->click();
        QCOMPARE(p.services.conversation.penalised, std::vector<MessageId> { 2 });
        p.services.conversation.records.back().statistics->stopReason = StopReason::EndToken;
        emit p.services.conversation.messageUpdated(2);
        QVERIFY(footer->isHidden());
    }

    void statisticsTellReuseSeedAndWhatWasLeftOut()
    {
        StatisticsLine line;
        AnswerStatistics statistics;
        statistics.promptTokens = 116;
        statistics.reusedTokens = 77;
        statistics.seed = 1234567;
        line.setStatistics(statistics);
        QVERIFY(line.texts().contains("prompt: 77 reused, 39 new"));
        QVERIFY(line.texts().contains("seed 1234567"));
        QVERIFY(!line.texts().join(' ').contains("left out"));
        statistics.droppedMessages = 6;
        statistics.sampling = SamplingOptions::greedy(); // uses no seed
        line.setStatistics(statistics);
        QVERIFY(line.texts().join(' ').contains("6 earlier message"));
        QVERIFY(!line.texts().join(' ').contains("seed"));
    }

    void promptOfAnAnswerIsAskedFor()
    {
        Parts p;
        p.services.conversation.add(MessageRole::User, "q");
        p.services.conversation.add(MessageRole::Assistant, "a");
        emit p.services.conversation.messagesChanged();
        MessageId asked = 0;
        connect(&p.view, &ConversationView::promptRequested, this, [&](MessageId id) { asked = id; });
        for (IconButton* button : p.view.messageItems().last()->findChildren<IconButton*>())
            if (button->accessibleName() == "Show the prompt")
                button->click();
        QCOMPARE(asked, MessageId { 2 });
    }

    void followsOnlyWhileAtTheEnd()
    {
        Parts p;
        for (int i = 0; i < 20; ++i)
            p.services.conversation.add(
                i % 2 ? MessageRole::Assistant : MessageRole::User, "text\n\nmore\n\nlines");
        emit p.services.conversation.opened();
        p.settle();
        QVERIFY(p.view.isPinned());
        QCOMPARE(p.view.verticalScrollBar()->value(), p.view.verticalScrollBar()->maximum());
        wheelUp(p.view);
        QVERIFY(!p.view.isPinned());
        const int place = p.view.verticalScrollBar()->value();
        p.services.conversation.stream("\n\nnew text\n\nand more of it");
        p.settle();
        QCOMPARE(p.view.verticalScrollBar()->value(), place);
        p.view.scrollToEnd();
        p.services.conversation.stream("\n\nnewer\n\ntext");
        p.settle();
        QCOMPARE(p.view.verticalScrollBar()->value(), p.view.verticalScrollBar()->maximum());
    }

    void onlyTheLastAnswerShowsItsActions()
    {
        Parts p;
        for (int i = 0; i < 4; ++i)
            p.services.conversation.add(i % 2 ? MessageRole::Assistant : MessageRole::User, "text");
        emit p.services.conversation.messagesChanged();
        const auto items = p.view.messageItems();
        QVERIFY(items[3]->findChild<MessageActions*>()->isVisible());
        QVERIFY(!items[1]->findChild<MessageActions*>()->isVisible());
        items[1]->setFocusWithin(true);
        QVERIFY(items[1]->findChild<MessageActions*>()->isVisible());
    }

    void versionsAreSwitchedNotErased()
    {
        Parts p;
        p.services.conversation.add(MessageRole::User, "question");
        MessageRecord& answer = p.services.conversation.add(MessageRole::Assistant, "second");
        answer.versionIndex = 1;
        answer.versionCount = 3;
        emit p.services.conversation.messagesChanged();
        auto* actions = p.view.messageItems().last()->findChild<MessageActions*>();
        emit actions->versionRequested(0);
        QCOMPARE(p.services.conversation.versions.front(), std::pair(MessageId { 2 }, 0));
    }

    void anInterruptedAnswerOffersContinueAndRegenerate()
    {
        Parts p;
        p.services.conversation.add(MessageRole::User, "question");
        p.services.conversation.add(MessageRole::Assistant, "half an ans", AnswerState::Interrupted);
        emit p.services.conversation.messagesChanged();
        QStringList labels;
        for (TextButton* button : p.view.messageItems().last()->findChildren<TextButton*>()) {
            if (!button->isVisible())
                continue;
            labels << button->accessibleName();
            if (button->accessibleName() == "Continue")
                button->click();
        }
        QVERIFY(labels.contains("Continue"));
        QVERIFY(labels.contains("Regenerate"));
        QCOMPARE(p.services.conversation.continued.size(), std::size_t { 1 });
    }

    void statisticsLeaveOutWhatIsUnknown()
    {
        StatisticsLine line;
        AnswerStatistics statistics;
        statistics.generatedTokens = 1;
        statistics.stopReason = StopReason::EndToken;
        line.setStatistics(statistics);
        QVERIFY(!line.texts().join(u'|').contains("tokens/s"));
        statistics.decodeTokensPerSecond = 31.44;
        line.setStatistics(statistics);
        QCOMPARE(line.texts().front(), QString("31.4 tokens/s"));
    }

    void aWaitingMessageCanBeTakenBack()
    {
        Parts p;
        p.services.conversation.add(MessageRole::User, "question");
        p.services.conversation.add(MessageRole::Assistant, "", AnswerState::Incomplete);
        emit p.services.conversation.messagesChanged();
        p.services.conversation.setActivity(ChatActivityKind::WaitingForModel);
        for (TextButton* button : p.view.findChildren<TextButton*>())
            if (button->isVisible() && button->accessibleName() == "Take back")
                button->click();
        QCOMPARE(p.services.conversation.takeBacks, 1);
    }

    void loadingShowsACardWhoseCancelWorks()
    {
        Parts p;
        p.services.engine.becomeLoading(LoadPhase::ReadWeights, 100'000'000, 270'000'000);
        auto* card = p.view.findChild<LoadingCard*>();
        QVERIFY(card && card->isVisible());
        card->cancelButton()->click();
        QCOMPARE(p.services.engine.cancels, 1);
        p.services.engine.becomeReady(sampleModel());
        QVERIFY(!p.view.findChild<LoadingCard*>() || !p.view.findChild<LoadingCard*>()->isVisible());
    }

    void aLoadThatFailedSaysWhyUntilItIsClosed()
    {
        Parts p;
        p.services.engine.becomeFailed(
            { ErrorCode::MissingShard, "model-00002-of-00003.safetensors is not in the folder", {} });
        auto* card = p.view.findChild<ErrorCard*>();
        QVERIFY(card && card->isVisible());
        QVERIFY(card->accessibleDescription().contains("model-00002-of-00003.safetensors"));
        emit card->dismissed();
        emit p.services.engine.stateChanged(p.services.engine.current);
        QCOMPARE(p.view.column()->items().size(), 0);
    }

    void aMessageIsEditedInPlace()
    {
        Parts p;
        p.services.conversation.add(MessageRole::User, "questoin");
        emit p.services.conversation.messagesChanged();
        auto* message = static_cast<UserMessage*>(p.view.messageItems().first());
        message->startEditing();
        message->editor()->setMessage("question");
        QTest::keyClick(message->editor(), Qt::Key_Return);
        QCOMPARE(p.services.conversation.edits.size(), std::size_t { 1 });
        QCOMPARE(p.services.conversation.edits.front().second, QString("question"));
        message->startEditing();
        message->editor()->setMessage("other");
        QTest::keyClick(message->editor(), Qt::Key_Escape);
        QVERIFY(!message->editor());
        QCOMPARE(p.services.conversation.edits.size(), std::size_t { 1 });
    }

    void aBaseModelsTextIsNotMarkdown()
    {
        Parts p;
        p.services.conversation.completion = true;
        p.services.conversation.add(MessageRole::User, "Once");
        p.services.conversation.add(MessageRole::Assistant, " **upon**\n# a time");
        emit p.services.conversation.messagesChanged();
        QCOMPARE(static_cast<AnswerMessage*>(p.view.messageItems().last())->body()->shownText(),
            QString(" **upon**\n# a time"));
    }

    void arrowsWalkThroughTheMessages()
    {
        Parts p;
        for (int i = 0; i < 4; ++i)
            p.services.conversation.add(i % 2 ? MessageRole::Assistant : MessageRole::User, "text");
        emit p.services.conversation.messagesChanged();
        p.settle();
        p.view.focusLastMessage();
        const auto items = p.view.messageItems();
        QTest::keyClick(items[3], Qt::Key_Up);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(items[2]));
    }
};

MORU_TEST(Messages)

} // namespace moru

#include "conversation_view_test.moc"
