#pragma once

#include "app/chats/chat_store.h"
#include "app/interfaces/window_services.h"
#include "app/model_registry/live_model_catalog.h"
#include "app/performance/live_performance.h"
#include "app/program/data_places.h"
#include "app/session/answer_desk.h"
#include "app/session/chat_session.h"
#include "app/session/engine_controller.h"
#include "app/session/live_chat_library.h"
#include "app/session/notice_list.h"
#include "app/session/prompt_desk.h"
#include "app/settings/settings_file.h"
#include "app/worker/engine_thread.h"

#include <chrono>
#include <memory>
#include <string>

namespace moru {

/// All objects of the program and the wires between them. The window gets their interfaces.
class ProgramServices final : public QObject {
    Q_OBJECT
public:
    ProgramServices(
        const DataPlaces& data, const ModelPlaces& models, std::unique_ptr<InferenceEngine> engine);

    [[nodiscard]] WindowServices services();
    /// Looks for models, opens the last chat, and loads `model` (cli.md's MODEL), or the last one when it is
    /// empty.
    void start(const std::string& model);

    /// Ends what runs and closes what is written. False when the engine's thread did not hear within
    /// `patience`: the process must then end without destroying this object. Call once, while the window
    /// still exists.
    [[nodiscard]] bool shutDown(std::chrono::milliseconds patience);

    [[nodiscard]] SettingsFile& settings() { return m_settings; }
    [[nodiscard]] NoticeList& notices() { return m_notices; }

private:
    void wireEngine();
    void wireChats();
    void loadAtStart(const std::string& model);
    void takeCatalogue();
    void load(const ModelEntry& entry);
    void logState(const EngineState& state);

    NoticeList m_notices;
    SettingsFile m_settings;
    ChatStore m_store;
    LiveModelCatalog m_catalog;
    std::shared_ptr<const PromptReader> m_promptReader; // asked for before the engine goes to its thread
    EngineThread m_thread;
    EngineController m_engine;
    AnswerDesk m_desk;
    ChatSession m_conversation;
    LiveChatLibrary m_library;
    LivePerformance m_performance;
    PromptDesk m_prompts;
    QString m_awaitedModel; // key of the last model, until the catalogue knows it
    EngineStatus m_loggedStatus = EngineStatus::NotLoaded;
};

} // namespace moru
