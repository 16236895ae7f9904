#pragma once

#include "app/session/chat_session.h"
#include "app/session/live_chat_library.h"
#include "app/settings/settings_file.h"
#include "app/worker/engine_thread.h"
#include "tests/app/fake_engine.h"
#include "tests/app/own_folders.h"

#include <QTest>

namespace moru::test {

/// Chats, settings and a fake engine, as the program wires them.
struct Desk {
    OwnFolders folders;
    std::shared_ptr<EngineScript> script = std::make_shared<EngineScript>();
    NoticeList notices;
    SettingsFile settings { folders.root() / "config" / "moru.ini" };
    ChatStore store { folders.data() };
    EngineThread thread { std::make_unique<FakeEngine>(script) };
    EngineController engine { thread.worker() };
    AnswerDesk desk { engine, store, settings, notices };
    ChatSession chat { store, desk, engine, settings, notices };
    LiveChatLibrary library { store, desk, notices };

    Desk() { QObject::connect(&chat, &ChatSession::stored, &library, &LiveChatLibrary::refresh); }
    ~Desk()
    {
        engine.shutDown();
        script->hearAgain();
    }

    void load()
    {
        script->letLoadFinish();
        engine.load(modelNamed("Smol"));
        QTRY_COMPARE(engine.state().status, EngineStatus::Ready);
    }
    [[nodiscard]] const MessageRecord& last() const { return chat.messages().back(); }
    void answerWith(int tokens)
    {
        script->letTokens(tokens);
        QTRY_COMPARE(last().text.count(QStringLiteral("word")), tokens);
        script->letGenerationFinish();
        QTRY_COMPARE(last().state, AnswerState::Complete);
    }
};

} // namespace moru::test
