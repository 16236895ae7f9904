#pragma once

namespace moru {

class ChatLibrary;
class Conversation;
class EngineControl;
class ModelCatalog;
class NoticeBoard;
class PerformanceSource;
class PromptSource;
class SettingsStore;

/// Everything that the window may talk to. app/main.cpp makes the objects; they outlive the window.
///
/// Division of work: main.cpp installs the translation named by SettingId::Language
/// (":/i18n/moru_<language>.qm" and Qt's own) whenever it changes, so widgets get QEvent::LanguageChange; the
/// window applies SettingId::Theme and keeps its layout in SettingId::WindowGeometry and
/// SettingId::ChatArrangement. main.cpp loads the model given on the command line, or the last one. Closing
/// the window ends the program: main.cpp stops the engine after the last window has closed and the window
/// never waits for it.
struct WindowServices {
    EngineControl& engine;
    Conversation& conversation;
    ChatLibrary& chats;
    ModelCatalog& models;
    SettingsStore& settings;
    PerformanceSource& performance;
    PromptSource& prompts;
    NoticeBoard& notices;
};

} // namespace moru
