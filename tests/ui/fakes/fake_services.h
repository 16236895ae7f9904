#pragma once

#include "app/interfaces/window_services.h"
#include "tests/ui/fakes/fake_chats.h"
#include "tests/ui/fakes/fake_conversation.h"
#include "tests/ui/fakes/fake_engine.h"
#include "tests/ui/fakes/fake_models.h"
#include "tests/ui/fakes/fake_performance.h"
#include "tests/ui/fakes/fake_prompts.h"
#include "tests/ui/fakes/fake_settings.h"

namespace moru::test {

/// Everything that a window needs, without an engine, a database or a file.
struct FakeServices {
    FakeEngine engine;
    FakeConversation conversation;
    FakeChats chats;
    FakeModels models;
    FakeSettings settings;
    FakePerformance performance;
    FakePrompts prompts;
    FakeNotices notices;

    operator WindowServices()
    {
        return { engine, conversation, chats, models, settings, performance, prompts, notices };
    }
};

} // namespace moru::test
