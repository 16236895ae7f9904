#include "app/program/program.h"

#include "app/model_registry/model_resolver.h"
#include "app/types/path_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace moru {

namespace {

// The window stands by then, and a model that loads at once has been queued before.
constexpr int kMachineProbeDelayMs = 1000;
constexpr int kAnswersInHistory = 30;

} // namespace

ProgramServices::ProgramServices(
    const DataPlaces& data, const ModelPlaces& models, std::unique_ptr<InferenceEngine> engine)
    : m_settings(data.config / "moru.ini")
    , m_store(data.data)
    , m_catalog(models, m_settings.value(SettingId::OpenedFolders).toStringList(),
          [this](const QStringList& folders) { m_settings.setValue(SettingId::OpenedFolders, folders); })
    , m_promptReader(engine->promptReader())
    , m_thread(std::move(engine))
    , m_engine(m_thread.worker())
    , m_desk(m_engine, m_store, m_settings, m_notices)
    , m_conversation(m_store, m_desk, m_engine, m_settings, m_notices)
    , m_library(m_store, m_desk, m_notices)
    , m_prompts(m_promptReader, m_engine, m_conversation, m_desk, m_settings)
{
    if (m_store.openingNotice())
        m_notices.post(*m_store.openingNotice());
    if (!m_settings.isWritable())
        m_notices.post(
            { NoticeKind::SettingsNotWritable, m_settings.fileName(), {}, QDateTime::currentDateTime() });
    for (const Notice& correction : m_settings.corrections())
        m_notices.post(correction);
    for (const QString& variable : ignoredPlaceVariables())
        m_notices.post(
            { NoticeKind::EnvironmentVariableIgnored, variable, {}, QDateTime::currentDateTime() });
    wireEngine();
    wireChats();
}

WindowServices ProgramServices::services()
{
    return { m_engine, m_conversation, m_library, m_catalog, m_settings, m_performance, m_prompts,
        m_notices };
}

void ProgramServices::wireEngine()
{
    connect(
        &m_engine, &EngineController::generationStarted, &m_performance, &LivePerformance::generationStarted);
    connect(&m_engine, &EngineController::generated, &m_performance, &LivePerformance::takeBatch);
    connect(&m_engine, &EngineController::generationEnded, &m_performance, &LivePerformance::takeEnd);
    connect(&m_engine, &EngineControl::loadedModelChanged, this, [this] {
        const auto model = m_engine.loadedModel();
        m_performance.setModel(model);
        if (model)
            m_settings.setValue(SettingId::LastModel, model->modelKey);
    });
    connect(&m_engine, &EngineControl::stateChanged, this, &ProgramServices::logState);
    connect(&m_thread.worker(), &EngineWorker::machineFound, &m_performance,
        [this](const MachineFacts& facts) { m_performance.setReadBandwidth(facts.readBandwidth); });
    connect(&m_catalog, &ModelCatalog::changed, this, &ProgramServices::takeCatalogue);
}

void ProgramServices::wireChats()
{
    const auto rememberChat = [this] { m_settings.setValue(SettingId::LastChat, m_conversation.chatId()); };
    connect(&m_conversation, &Conversation::opened, this, rememberChat);
    connect(&m_conversation, &ChatSession::stored, this,
        rememberChat); // a new chat has no row before its first message
    connect(&m_conversation, &ChatSession::stored, &m_library, &LiveChatLibrary::refresh);
    connect(&m_library, &LiveChatLibrary::renamed, &m_conversation, &ChatSession::reload);
    connect(&m_library, &LiveChatLibrary::changedByOthers, &m_conversation, &ChatSession::reload);
    connect(&m_library, &LiveChatLibrary::movedToBin, this, [this](ChatId chat) {
        if (chat == m_conversation.chatId())
            m_conversation.startNewChat();
    });
}

void ProgramServices::start(const std::string& model)
{
    const Result<int> interrupted = m_store.markInterruptedAnswers();
    if (interrupted && *interrupted > 0)
        qInfo("%d answers were interrupted by the end of the program", *interrupted);
    m_library.refresh();
    m_library.watchOthers();
    const ChatId lastChat = m_settings.value(SettingId::LastChat).toLongLong();
    const auto& chats = m_library.chats();
    if (std::ranges::find(chats, lastChat, &ChatSummary::id) != chats.end())
        m_conversation.openChat(lastChat);

    m_performance.setHistory(m_store.recentSpeeds(kAnswersInHistory));
    m_performance.startSampling();
    loadAtStart(model);
    QTimer::singleShot(kMachineProbeDelayMs, this, [this] {
        EngineWorker* worker = &m_thread.worker();
        QMetaObject::invokeMethod(worker, [worker] { worker->findMachine(true); });
    });
}

void ProgramServices::loadAtStart(const std::string& model)
{
    if (model.empty()) {
        if (m_settings.value(SettingId::LoadLastModelAtStart).toBool())
            m_awaitedModel = m_settings.value(SettingId::LastModel).toString();
        m_catalog.rescan();
        return;
    }
    const ModelPlaces places { m_catalog.modelsFolder(), m_catalog.huggingFaceCache() };
    const Result<std::filesystem::path> folder = resolveModel(model, places);
    if (!folder) {
        // The load fails with the reason, where every failed load is shown.
        m_engine.load({ QString(), QString::fromStdString(model), model, m_settings.loadOptions() });
        m_catalog.rescan();
        return;
    }
    connect(&m_catalog, &ModelCatalog::folderChecked, this, &ProgramServices::load, Qt::SingleShotConnection);
    // A name is found again by itself, also when it leads to another revision.
    if (const auto path = pathGivenAsModel(model, places))
        m_catalog.openFolder(*path);
    else
        m_catalog.checkFolder(*folder);
}

void ProgramServices::takeCatalogue()
{
    for (const ModelEntry& entry : m_catalog.entries()) {
        if (!entry.description)
            continue;
        m_settings.setModelDefaults(
            entry.key, { entry.description->sampling, entry.description->samplingIsFromModel });
        if (entry.key == m_awaitedModel && entry.state == ModelState::Available) {
            m_awaitedModel.clear();
            if (m_engine.state().status == EngineStatus::NotLoaded) // the person may have been quicker
                load(entry);
        }
    }
}

void ProgramServices::load(const ModelEntry& entry)
{
    m_engine.load({ entry.key, entry.title, entry.folder, m_settings.loadOptions() });
}

bool ProgramServices::shutDown(std::chrono::milliseconds patience)
{
    m_conversation.saveDraft();
    m_desk.checkpoint();
    m_engine.shutDown();
    const bool hasLeft = m_thread.leave(patience);
    // What the worker reported last waits in the queue: the end of the answer that was being written.
    QCoreApplication::sendPostedEvents();
    m_desk.close();
    return hasLeft;
}

void ProgramServices::logState(const EngineState& state)
{
    if (state.status == m_loggedStatus)
        return;
    m_loggedStatus = state.status;
    const QByteArray model = state.modelTitle.toUtf8();
    switch (state.status) {
    case EngineStatus::NotLoaded:
        qInfo("no model");
        break;
    case EngineStatus::Loading:
        qInfo("loading %s", model.constData());
        break;
    case EngineStatus::Ready:
        qInfo("ready: %s", model.constData());
        break;
    case EngineStatus::Generating:
        qInfo("generating with %s", model.constData());
        break;
    case EngineStatus::Cancelling:
        qInfo("stopping");
        break;
    case EngineStatus::Failed:
        if (state.error)
            qCritical("%s cannot be loaded: %s", model.constData(), describe(*state.error).c_str());
        break;
    }
}

} // namespace moru
