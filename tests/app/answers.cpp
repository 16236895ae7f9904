#include "tests/app/desk.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>

#include <limits>

using namespace moru;
using namespace moru::test;

class Answers : public QObject {
    Q_OBJECT
private slots:
    void theMessageIsStoredBeforeTheEngineStarts()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("Why?\nPlease."));
        QVERIFY(desk.script->requests().empty()); // no event was processed yet
        const auto path = desk.store.messages(desk.chat.chatId()).value().path();
        QCOMPARE(path.size(), std::size_t(2));
        QCOMPARE(path[0].text, QStringLiteral("Why?\nPlease."));
        QCOMPARE(path[1].state, AnswerState::Incomplete);
        QCOMPARE(desk.chat.title(), QStringLiteral("Why?"));
        QCOMPARE(desk.library.chats().at(0).title, QStringLiteral("Why?"));
    }

    void anAnswerIsWrittenAndKept()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        QTRY_COMPARE(desk.chat.activity().kind, ChatActivityKind::Prefill);
        QVERIFY(!desk.chat.canSend());
        desk.script->letTokens(2, true, "thought ");
        QTRY_COMPARE(desk.chat.activity().kind, ChatActivityKind::Thinking);
        desk.script->letTokens(3);
        QTRY_COMPARE(desk.chat.activity().kind, ChatActivityKind::Answering);
        desk.script->letGenerationFinish(StopReason::MaxTokens);
        QTRY_COMPARE(desk.last().state, AnswerState::Complete);
        const MessageRecord stored = desk.store.messages(desk.chat.chatId()).value().path().back();
        QCOMPARE(stored.text, QStringLiteral("word word word "));
        QCOMPARE(stored.thinking, QStringLiteral("thought thought "));
        QCOMPARE(stored.modelTitle, QStringLiteral("Smol"));
        QCOMPARE(stored.statistics->stopReason, StopReason::MaxTokens);
        QCOMPARE(stored.statistics->generatedTokens, 5);
        QCOMPARE(stored.statistics->thinkingTokens, 2);
        // Drawn here, so that the shown one can be typed into its control.
        const std::optional<std::uint64_t> seed = desk.script->requests().at(0).seed;
        QVERIFY(seed && *seed <= std::uint64_t(std::numeric_limits<std::int32_t>::max()));
        QCOMPARE(stored.statistics->seed, *seed);
        QVERIFY(desk.chat.canSend());
    }

    void textAloneIsNoNewActivity()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        desk.script->letTokens(1);
        QTRY_COMPARE(desk.chat.activity().kind, ChatActivityKind::Answering);
        const QSignalSpy ofChat(&desk.chat, &Conversation::activityChanged);
        const QSignalSpy ofList(&desk.library, &ChatLibrary::activityChanged);
        desk.script->letTokens(4);
        QTRY_COMPARE(desk.last().text.count(QStringLiteral("word")), 5);
        QCOMPARE(ofChat.size() + ofList.size(), 0);
    }

    void whatIsWrittenIsCheckpointed()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        desk.script->letTokens(3);
        QTRY_COMPARE(desk.last().text.count(QStringLiteral("word")), 3);
        desk.desk.checkpoint(); // what the timer does every second
        ChatStore other(desk.folders.data());
        QCOMPARE(other.messages(desk.chat.chatId()).value().path().back().text, desk.last().text);
    }

    void aMessageWaitsForAModelAndCanBeTakenBack()
    {
        Desk desk;
        desk.chat.send(QStringLiteral("early"));
        QCOMPARE(desk.chat.activity().kind, ChatActivityKind::WaitingForModel);
        const QSignalSpy replaced(&desk.chat, &Conversation::draftReplaced);
        desk.chat.takeBack();
        QCOMPARE(desk.chat.draft(), QStringLiteral("early"));
        QCOMPARE(replaced.size(), 1);
        QVERIFY(desk.chat.messages().empty());
        QVERIFY(desk.chat.canSend());

        desk.chat.send(QStringLiteral("again"));
        desk.script->letLoadFinish();
        desk.engine.load(modelNamed("Smol"));
        desk.answerWith(1); // it went out by itself
        QCOMPARE(desk.chat.messages().at(0).text, QStringLiteral("again"));
    }

    void aSecondChatWaitsWithOneAhead()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("first"));
        const ChatId first = desk.chat.chatId();
        QTRY_COMPARE(desk.chat.activity().kind, ChatActivityKind::Prefill);
        desk.chat.startNewChat();
        desk.chat.send(QStringLiteral("second"));
        QCOMPARE(desk.chat.activity().kind, ChatActivityKind::Queued);
        QCOMPARE(desk.chat.activity().requestsAhead, 1);
        desk.chat.stop(); // cancellable: the words come back
        QCOMPARE(desk.chat.draft(), QStringLiteral("second"));
        QCOMPARE(desk.chat.activity().kind, ChatActivityKind::Idle);
        desk.script->letTokens(1);
        desk.script->letGenerationFinish();
        QTRY_COMPARE(desk.desk.activity(first).kind, ChatActivityKind::Idle);
        const auto& chats = desk.library.chats();
        const auto row = std::ranges::find(chats, first, &ChatSummary::id);
        QVERIFY(row != chats.end() && row->hasUnreadAnswer);
        desk.chat.openChat(first);
        QCOMPARE(desk.last().text, QStringLiteral("word "));
        QVERIFY(
            !desk.store.chats(false)->at(0).hasUnreadAnswer || desk.store.chats(false)->at(0).id != first);
    }

    void openingAChatThatIsBeingWrittenShowsAllOfIt()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        const ChatId chat = desk.chat.chatId();
        desk.script->letTokens(2);
        QTRY_COMPARE(desk.last().text.count(QStringLiteral("word")), 2);
        desk.chat.startNewChat();
        QTRY_COMPARE(desk.desk.activity(chat).kind, ChatActivityKind::Answering);
        desk.chat.openChat(chat);
        QCOMPARE(desk.last().text.count(QStringLiteral("word")), 2);
        desk.script->letTokens(1);
        QTRY_COMPARE(desk.last().text.count(QStringLiteral("word")), 3);
    }

    void stopKeepsWhatCame()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        desk.script->letTokens(2);
        QTRY_COMPARE(desk.last().text.count(QStringLiteral("word")), 2);
        desk.chat.stop();
        QTRY_COMPARE(desk.last().state, AnswerState::Stopped);
        QCOMPARE(desk.last().text.count(QStringLiteral("word")), 2);
        QCOMPARE(desk.last().statistics->stopReason, StopReason::Cancelled);
    }

    void stoppedAnswerCanBeContinued()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        desk.script->letTokens(1);
        QTRY_COMPARE(desk.last().text, QStringLiteral("word "));
        desk.chat.stop();
        QTRY_COMPARE(desk.last().state, AnswerState::Stopped);
        const MessageId answer = desk.last().id;
        desk.chat.continueAnswer(answer);
        QTRY_COMPARE(desk.script->requests().size(), std::size_t(2));
        QVERIFY(std::get<ChatPrompt>(desk.script->requests()[1].prompt).options.continueFinalMessage);
        desk.script->letTokens(1, false, "more");
        QTRY_COMPARE(desk.last().text, QStringLiteral("word more"));
        desk.script->letGenerationFinish();
        QTRY_COMPARE(desk.last().state, AnswerState::Complete);
        QCOMPARE(desk.last().id, answer);
        QCOMPARE(desk.last().statistics->generatedTokens, 2);
        // The first part is in the prompt of the second; it is in the context once.
        QCOMPARE(desk.last().statistics->contextTokens, desk.last().statistics->promptTokens + 1);
        QCOMPARE(
            desk.store.messages(desk.chat.chatId()).value().path().back().text, QStringLiteral("word more"));
    }

    void regeneratingAndEditingEraseNothing()
    {
        Desk desk;
        desk.load();
        desk.script->runFreely(2);
        desk.chat.send(QStringLiteral("q"));
        QTRY_COMPARE(desk.last().state, AnswerState::Complete);
        const MessageId firstAnswer = desk.last().id;
        desk.chat.regenerate(firstAnswer);
        QTRY_COMPARE(desk.last().state, AnswerState::Complete);
        QCOMPARE(desk.last().versionCount, 2);
        QVERIFY(desk.last().id != firstAnswer);
        desk.chat.edit(desk.chat.messages().at(0).id, QStringLiteral("q, better"));
        QTRY_COMPARE(desk.last().state, AnswerState::Complete);
        QCOMPARE(desk.chat.messages().at(0).versionCount, 2);
        QCOMPARE(desk.store.messages(desk.chat.chatId())->size(), std::size_t(5));
        desk.chat.showVersion(desk.chat.messages().at(0).id, 0);
        QCOMPARE(desk.chat.messages().at(0).text, QStringLiteral("q"));
        QCOMPARE(desk.last().versionIndex, 1);
    }

    void answerCutInItsThinkingGoesOnInTheSameVersion()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        desk.script->letTokens(2, true, "hm ");
        QTRY_COMPARE(desk.last().thinking, QStringLiteral("hm hm "));
        desk.chat.stop();
        QTRY_COMPARE(desk.last().state, AnswerState::Stopped);
        const MessageId answer = desk.last().id;
        desk.chat.continueAnswer(answer);
        QTRY_COMPARE(desk.script->requests().size(), std::size_t(2));
        const ChatPrompt prompt = std::get<ChatPrompt>(desk.script->requests()[1].prompt);
        QVERIFY(prompt.options.continueFinalMessage);
        QCOMPARE(*prompt.messages.back().reasoning, std::string("hm hm "));
        desk.script->letTokens(1, true, "ah ");
        desk.script->letTokens(1, false, "yes");
        QTRY_COMPARE(desk.last().text, QStringLiteral("yes"));
        desk.script->letGenerationFinish();
        QTRY_COMPARE(desk.last().state, AnswerState::Complete);
        QCOMPARE(desk.last().id, answer);
        QCOMPARE(desk.last().versionCount, 1);
        QCOMPARE(desk.last().thinking, QStringLiteral("hm hm ah "));
        QCOMPARE(desk.last().statistics->thinkingTokens, 3); // of both parts
    }

    void answerNowReachesTheEngineWhileItThinks()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        QTRY_COMPARE(desk.chat.activity().kind, ChatActivityKind::Prefill);
        desk.chat.answerNow(); // nothing to end yet
        QVERIFY(!desk.chat.activity().willAnswerNow);
        desk.script->letTokens(2, true, "hm ");
        QTRY_COMPARE(desk.chat.activity().thinkingTokens, 2);
        const std::stop_token wish = desk.script->requests().at(0).answerNow;
        QVERIFY(!wish.stop_requested());
        desk.chat.answerNow();
        QVERIFY(wish.stop_requested());
        QVERIFY(desk.chat.activity().willAnswerNow);
        desk.script->letGenerationFinish();
        QTRY_COMPARE(desk.chat.activity().kind, ChatActivityKind::Idle);
        // The wish was for that answer only.
        desk.chat.regenerate(desk.last().id);
        QTRY_COMPARE(desk.script->requests().size(), std::size_t(2));
        QVERIFY(!desk.script->requests()[1].answerNow.stop_requested());
    }

    void anotherTryAfterRepetitionHasAPenaltyAndIsAVersion()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        desk.script->letTokens(1);
        desk.script->letGenerationFinish(StopReason::Repetition);
        QTRY_COMPARE(desk.last().state, AnswerState::Complete);
        QCOMPARE(desk.script->requests()[0].sampling.repetitionPenalty, 1.0);
        desk.chat.regenerateWithPenalty(desk.last().id);
        QTRY_COMPARE(desk.script->requests().size(), std::size_t(2));
        const double first = desk.script->requests()[1].sampling.repetitionPenalty;
        QVERIFY(first > 1.1);
        QCOMPARE(desk.last().versionCount, 2);
        desk.script->letGenerationFinish(StopReason::Repetition);
        QTRY_COMPARE(desk.last().state, AnswerState::Complete);
        desk.chat.regenerateWithPenalty(desk.last().id); // and a larger one next time
        QTRY_COMPARE(desk.script->requests().size(), std::size_t(3));
        QVERIFY(desk.script->requests()[2].sampling.repetitionPenalty > first);
        // The person's own setting is as it was.
        QCOMPARE(
            desk.settings.modelValue(SettingId::RepetitionPenalty, QStringLiteral("Smol")).value.toDouble(),
            1.0);
    }

    void messagesLeftOutAreTold()
    {
        Desk desk;
        desk.load();
        desk.settings.setValue(SettingId::ContextOverflow, QStringLiteral("drop-oldest"));
        desk.script->describePrompt(5, 4);
        desk.chat.send(QStringLiteral("q"));
        desk.answerWith(1);
        QCOMPARE(std::get<ChatPrompt>(desk.script->requests()[0].prompt).overflow,
            OverflowPolicy::DropOldestTurns);
        QCOMPARE(desk.last().statistics->droppedMessages, 4);
        const MessageRecord stored = desk.store.messages(desk.chat.chatId()).value().path().back();
        QCOMPARE(stored.statistics->droppedMessages, 4);
        QCOMPARE(stored.statistics->reusedTokens, 5);
    }

    void aBurstIsShownWithoutTheNextToken()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        desk.script->letTokens(12);
        QTRY_COMPARE(desk.last().text.count(QStringLiteral("word")), 12); // no further event comes
    }

    void theEngineIsNeverCalledOnTheWindowsThread()
    {
        Desk desk;
        desk.load();
        desk.script->runFreely(20);
        desk.chat.send(QStringLiteral("q"));
        QTRY_COMPARE(desk.last().state, AnswerState::Complete);
        desk.engine.eject();
        QTRY_COMPARE(desk.script->ejectCount(), 1);
        QCOMPARE(desk.script->callsOnTheWindowsThread(), 0);
    }

    void failedAnswerCarriesItsReason()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        QTRY_COMPARE(desk.chat.activity().kind, ChatActivityKind::Prefill);
        desk.script->failGeneration(ErrorCode::FileChanged);
        QTRY_COMPARE(desk.last().state, AnswerState::Failed);
        QVERIFY(desk.last().statistics->error);
    }

    void baseModelContinuesText()
    {
        Desk desk;
        desk.script->isBaseModel = true;
        desk.load();
        QVERIFY(desk.chat.isCompletion());
        desk.script->runFreely(1);
        desk.chat.send(QStringLiteral("옛날 옛적에 "));
        QTRY_COMPARE(desk.last().state, AnswerState::Complete);
        QCOMPARE(std::get<TextPrompt>(desk.script->requests()[0].prompt).text, std::string("옛날 옛적에 "));
        desk.chat.send(QString()); // go on
        QTRY_COMPARE(desk.script->requests().size(), std::size_t(2));
        QCOMPARE(
            std::get<TextPrompt>(desk.script->requests()[1].prompt).text, std::string("옛날 옛적에 word "));
    }

    void chatsKeepTheirOwnSystemPromptAndDraft()
    {
        Desk desk;
        desk.settings.setValue(SettingId::DefaultSystemPrompt, QStringLiteral("default"));
        desk.chat.startNewChat();
        QCOMPARE(desk.chat.systemPrompt(), QStringLiteral("default"));
        desk.chat.send(QStringLiteral("one"));
        const ChatId first = desk.chat.chatId();
        desk.chat.setSystemPrompt(QStringLiteral("mine"));
        desk.chat.setDraft(QStringLiteral("half a thought"));
        desk.chat.startNewChat();
        QCOMPARE(desk.chat.systemPrompt(), QStringLiteral("default"));
        QVERIFY(desk.chat.draft().isEmpty());
        desk.chat.openChat(first);
        QCOMPARE(desk.chat.systemPrompt(), QStringLiteral("mine"));
        QCOMPARE(desk.chat.draft(), QStringLiteral("half a thought"));
        QCOMPARE(desk.library.chats().at(0).draftStart, QStringLiteral("half a thought"));
    }

    void branchIsAChatOfItsOwn()
    {
        Desk desk;
        desk.load();
        desk.script->runFreely(1);
        desk.chat.send(QStringLiteral("q"));
        QTRY_COMPARE(desk.last().state, AnswerState::Complete);
        const ChatId origin = desk.chat.chatId();
        desk.chat.branch(desk.last().id);
        QVERIFY(desk.chat.chatId() != origin);
        QCOMPARE(desk.chat.messages().size(), std::size_t(2));
        QCOMPARE(desk.store.messages(origin)->size(), std::size_t(2));
    }

    void deletingAChatStopsItsAnswerAndCanBeUndone()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        const ChatId chat = desk.chat.chatId();
        QTRY_COMPARE(desk.chat.activity().kind, ChatActivityKind::Prefill);
        desk.library.moveToBin(chat);
        QTRY_COMPARE(desk.engine.state().status, EngineStatus::Ready);
        QVERIFY(desk.library.chats().empty());
        desk.library.restore(chat);
        QCOMPARE(desk.library.chats().size(), std::size_t(1));
        QVERIFY(desk.library.bin().empty());
    }

    void endingTheProgramClosesWhatIsWritten()
    {
        Desk desk;
        desk.load();
        desk.chat.send(QStringLiteral("q"));
        desk.script->letTokens(2);
        QTRY_COMPARE(desk.last().text.count(QStringLiteral("word")), 2);
        desk.script->becomeDeaf(); // it will not report an end
        desk.engine.shutDown();
        desk.desk.close();
        const MessageRecord stored = desk.store.messages(desk.chat.chatId()).value().path().back();
        QCOMPARE(stored.state, AnswerState::Interrupted);
        QCOMPARE(stored.text, QStringLiteral("word word "));
    }
};
MORU_TEST(Answers)

#include "answers.moc"
