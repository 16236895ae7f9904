#include "app/session/prompt_desk.h"
#include "app/settings/settings_file.h"
#include "app/worker/engine_thread.h"
#include "tests/app/fake_engine.h"
#include "tests/app/own_folders.h"
#include "tests/support/test_main.h"

using namespace moru;
using namespace moru::test;

namespace {

/// A chat, a fake engine of which each word is a token, and the desk that counts and shows prompts.
struct Bench {
    OwnFolders folders;
    std::shared_ptr<EngineScript> script = std::make_shared<EngineScript>();
    NoticeList notices;
    SettingsFile settings { folders.root() / "config" / "moru.ini" };
    ChatStore store { folders.data() };
    EngineThread thread { std::make_unique<FakeEngine>(script) };
    EngineController engine { thread.worker() };
    AnswerDesk desk { engine, store, settings, notices };
    ChatSession chat { store, desk, engine, settings, notices };
    PromptDesk prompts { std::make_shared<FakePromptReader>(script), engine, chat, desk, settings };

    ~Bench()
    {
        engine.shutDown();
        script->hearAgain();
    }

    void load(int contextLength = 4096, const char* title = "Smol")
    {
        script->letLoadFinish();
        LoadModelRequest request = modelNamed(title);
        request.options.contextLength = contextLength;
        engine.load(request);
        QTRY_VERIFY(engine.state().status == EngineStatus::Ready
            && engine.loadedModel()->modelKey == QLatin1String(title));
    }
    void ask(const QString& text)
    {
        chat.send(text);
        script->letTokens(1);
        script->letGenerationFinish();
        QTRY_COMPARE(chat.messages().back().state, AnswerState::Complete);
    }
    [[nodiscard]] bool isCounted(const QString& draft) const
    {
        return !prompts.isCounting() && prompts.count() && prompts.count()->draft == draft;
    }
    [[nodiscard]] QString shownText() const
    {
        return prompts.prompt() && prompts.prompt()->content ? prompts.prompt()->content->text() : QString();
    }
};

} // namespace

class Prompts : public QObject {
    Q_OBJECT
private slots:
    void draftIsCountedWithTheHistory()
    {
        Bench bench;
        bench.load();
        bench.chat.setSystemPrompt(QStringLiteral("be brief"));
        bench.chat.setDraft(QStringLiteral("one two"));
        QTRY_VERIFY(bench.isCounted(QStringLiteral("one two")));
        QCOMPARE(bench.prompts.count()->tokens, 6); // <system> be brief <user> one two
        bench.ask(QStringLiteral("one two"));
        bench.chat.setDraft(QStringLiteral("three"));
        QTRY_VERIFY(bench.isCounted(QStringLiteral("three")));
        QCOMPARE(bench.prompts.count()->tokens, 10); // … <assistant> word <user> three
        QCOMPARE(bench.prompts.count()->contextLength, 4096);
        QVERIFY(bench.prompts.count()->fits());
        QCOMPARE(bench.script->callsOnTheWindowsThread(), 0);
    }

    void aContextThatIsFullToTheLastTokenDoesNotFit()
    {
        Bench bench;
        bench.load(4);
        bench.chat.setDraft(QStringLiteral("a b")); // <user> a b, and a token of the answer
        QTRY_VERIFY(bench.isCounted(QStringLiteral("a b")));
        QVERIFY(bench.prompts.count()->fits());
        bench.chat.setDraft(QStringLiteral("a b c"));
        QTRY_VERIFY(bench.isCounted(QStringLiteral("a b c")));
        QVERIFY(!bench.prompts.count()->fits());
        QVERIFY(!bench.prompts.count()->lastTurnFits());
    }

    void lastTurnIsCountedAloneWhenTheWholeDoesNotFit()
    {
        Bench bench;
        bench.load(8);
        bench.ask(QStringLiteral("one two three"));
        bench.chat.setDraft(QStringLiteral("four five"));
        QTRY_VERIFY(bench.isCounted(QStringLiteral("four five")));
        QCOMPARE(bench.prompts.count()->tokens, 9);
        QCOMPARE(bench.prompts.count()->lastTurnTokens.value_or(0), 3);
        QVERIFY(!bench.prompts.count()->fits() && bench.prompts.count()->lastTurnFits());
    }

    void typingIsNotCountedKeyByKey()
    {
        Bench bench;
        bench.load();
        QString text;
        for (int i = 0; i < 200; ++i)
            bench.chat.setDraft(text += QStringLiteral("w "));
        QTRY_VERIFY(bench.isCounted(text));
        QVERIFY(bench.script->countedPrompts() <= 3);
    }

    void countNowCountsWhatWasTypedLast()
    {
        Bench bench;
        bench.load();
        bench.chat.setDraft(QStringLiteral("a"));
        bench.prompts.countNow();
        bench.chat.setDraft(QStringLiteral("a b")); // while that is counted
        bench.prompts.countNow();
        QVERIFY(bench.prompts.isCounting());
        QTRY_VERIFY(bench.isCounted(QStringLiteral("a b")));
    }

    void thereIsNoCountWithoutAModelOrADraft()
    {
        Bench bench;
        bench.chat.setDraft(QStringLiteral("early"));
        bench.prompts.countNow();
        QVERIFY(!bench.prompts.count() && !bench.prompts.isCounting());
        bench.load();
        QTRY_VERIFY(bench.isCounted(QStringLiteral("early"))); // a model came
        bench.engine.eject();
        QTRY_VERIFY(!bench.prompts.count());
        bench.load();
        QTRY_VERIFY(bench.prompts.count());
        bench.chat.setDraft({});
        QTRY_VERIFY(!bench.prompts.count());
    }

    void lastAnswersPromptIsShownAsSent()
    {
        Bench bench;
        bench.load();
        bench.prompts.setWatched(true);
        QVERIFY(!bench.prompts.prompt());
        bench.script->describePrompt(3, 0);
        bench.ask(QStringLiteral("hello there"));
        QTRY_COMPARE(bench.shownText(), QStringLiteral("<user>hello there "));
        QCOMPARE(bench.prompts.prompt()->origin, PromptOrigin::AsSent);
        QCOMPARE(bench.prompts.prompt()->reusedTokens.value_or(-1), 3);
        bench.chat.setSystemPrompt(QStringLiteral("changed later"));
        bench.ask(QStringLiteral("again"));
        QTRY_VERIFY(bench.shownText().endsWith(QStringLiteral("<user>again "))); // it follows
        bench.prompts.show(bench.chat.messages().at(1).id);
        QTRY_COMPARE(bench.shownText(), QStringLiteral("<user>hello there ")); // as it was sent then
        QCOMPARE(bench.script->callsOnTheWindowsThread(), 0);
    }

    void promptOfAnEarlierRunIsRebuiltAndSaysSo()
    {
        Bench bench;
        bench.load();
        bench.ask(QStringLiteral("hello"));
        const ChatId chat = bench.chat.chatId();
        AnswerDesk fresh(bench.engine, bench.store, bench.settings, bench.notices); // as after a restart
        ChatSession session(bench.store, fresh, bench.engine, bench.settings, bench.notices);
        PromptDesk prompts(
            std::make_shared<FakePromptReader>(bench.script), bench.engine, session, fresh, bench.settings);
        prompts.setWatched(true);
        session.openChat(chat);
        QTRY_VERIFY(prompts.prompt() && prompts.prompt()->content);
        QCOMPARE(prompts.prompt()->origin, PromptOrigin::Rebuilt);
        QCOMPARE(prompts.prompt()->content->text(), QStringLiteral("<user>hello "));
        QVERIFY(!prompts.prompt()->reusedTokens); // its size is another one: the figure is not of this prompt
    }

    void anotherModelReadsTheChatAnew()
    {
        Bench bench;
        bench.load();
        bench.prompts.setWatched(true);
        bench.ask(QStringLiteral("hello"));
        QTRY_COMPARE(bench.prompts.prompt()->origin, PromptOrigin::AsSent);
        bench.load(4096, "Other");
        QTRY_COMPARE(bench.prompts.prompt()->origin, PromptOrigin::Rebuilt);
        QTRY_COMPARE(bench.shownText(), QStringLiteral("<user>hello "));
        bench.engine.eject();
        QTRY_VERIFY(!bench.prompts.prompt()->content);
    }

    void messagesLeftOutAreLeftOutHereToo()
    {
        Bench bench;
        bench.load();
        bench.prompts.setWatched(true);
        bench.ask(QStringLiteral("old"));
        bench.script->describePrompt(0, 2);
        bench.ask(QStringLiteral("new"));
        QTRY_COMPARE(bench.shownText(), QStringLiteral("<user>new "));
        QCOMPARE(bench.prompts.prompt()->content->changes.droppedMessages, 2);
    }

    void nobodyLooksSoNothingIsRead()
    {
        Bench bench;
        bench.load();
        bench.ask(QStringLiteral("hello"));
        QVERIFY(!bench.prompts.prompt());
        bench.prompts.setWatched(true);
        QTRY_COMPARE(bench.shownText(), QStringLiteral("<user>hello "));
    }
};
MORU_TEST(Prompts)

#include "prompt_desk.moc"
