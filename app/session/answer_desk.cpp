#include "app/session/answer_desk.h"

#include "app/session/answer_statistics.h"
#include "app/session/prompt_builder.h"

#include <algorithm>

namespace moru {

namespace {

constexpr int kCheckpointMs = 1000;

AnswerState stateAfter(StopReason reason)
{
    switch (reason) {
    case StopReason::Cancelled:
    case StopReason::Ejected:
        return AnswerState::Stopped;
    case StopReason::Error:
        return AnswerState::Failed;
    default:
        return AnswerState::Complete;
    }
}

} // namespace

AnswerDesk::AnswerDesk(EngineController& engine, ChatStore& store, const SettingsStore& settings,
    NoticeList& notices, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_store(store)
    , m_settings(settings)
    , m_notices(notices)
{
    connect(&engine, &EngineController::generated, this, &AnswerDesk::takeBatch);
    connect(&engine, &EngineController::generationEnded, this, &AnswerDesk::takeEnd);
    connect(&engine, &EngineController::queueChanged, this, &AnswerDesk::announceActivities);
    connect(&engine, &EngineControl::stateChanged, this, &AnswerDesk::announceActivities);
    m_everySecond.setInterval(kCheckpointMs);
    connect(&m_everySecond, &QTimer::timeout, this, &AnswerDesk::checkpoint);
}

const AnswerDesk::Task* AnswerDesk::taskOf(ChatId chat) const
{
    const auto found
        = std::ranges::find_if(m_tasks, [chat](const auto& entry) { return entry.second.chat == chat; });
    return found == m_tasks.end() ? nullptr : &found->second;
}

void AnswerDesk::begin(ChatId chat, MessageId answer, bool continuesAnswer)
{
    // The order's lambda runs later, when the id below is known.
    auto generation = std::make_shared<GenerationId>(0);
    *generation = m_engine.order(
        [this, generation](const LoadedModelInfo& model) { return buildRequest(*generation, model); });
    Task task;
    task.generation = *generation;
    task.chat = chat;
    task.answer = answer;
    task.continuesAnswer = continuesAnswer;
    m_tasks.emplace(*generation, std::move(task));
    emit activityChanged(chat);
}

Result<GenerationRequest> AnswerDesk::buildRequest(GenerationId generation, const LoadedModelInfo& model)
{
    Task& task = m_tasks.at(generation);
    task.model = m_engine.loadedModel();
    const Result<ChatRecord> chat = m_store.chat(task.chat);
    if (!chat)
        return std::unexpected(chat.error());
    const Result<MessageTree> tree = m_store.messages(task.chat);
    if (!tree)
        return std::unexpected(tree.error());
    const MessageRecord* answer = tree->find(task.answer);
    if (!answer)
        return failure(ErrorCode::InvalidRequest, "", "the message was deleted before its turn came");
    if (answer->statistics)
        task.earlierTokens = answer->statistics->generatedTokens;
    if (const auto begun = m_store.beginAnswer(task.answer, model.modelKey, model.title); !begun)
        reportWriteError(begun.error());

    PromptMaterial material;
    material.path = tree->pathTo(task.answer);
    material.systemPrompt = chat->systemPrompt;
    material.continuesAnswer = task.continuesAnswer;
    material.wantsThinking = m_settings.modelValue(SettingId::Thinking, model.modelKey).value.toBool();
    GenerationRequest request;
    request.prompt = buildPrompt(material, model);
    m_settings.fillRequest(model.modelKey, request);
    m_everySecond.start();
    emit answerBegan(task.chat, task.answer, model.modelKey, model.title);
    return request;
}

void AnswerDesk::stop(ChatId chat)
{
    const Task* task = taskOf(chat);
    if (!task)
        return;
    if (m_engine.ordersAhead(task->generation)) {
        // It waits: nothing was written, so nothing will be reported.
        const Task waiting = *task;
        m_tasks.erase(waiting.generation);
        m_engine.cancel(waiting.generation);
        closeTask(waiting, AnswerState::Stopped, std::nullopt);
        return;
    }
    m_engine.cancel(task->generation);
    emit activityChanged(chat);
}

ChatActivity AnswerDesk::activity(ChatId chat) const
{
    ChatActivity activity;
    const Task* task = taskOf(chat);
    if (!task)
        return activity;
    activity.answer = task->answer;
    const EngineState& state = m_engine.state();
    if (const std::optional<int> ahead = m_engine.ordersAhead(task->generation)) {
        activity.kind = state.hasModel() ? ChatActivityKind::Queued : ChatActivityKind::WaitingForModel;
        activity.requestsAhead = *ahead;
    } else if (state.status == EngineStatus::Cancelling) {
        activity.kind = ChatActivityKind::Stopping;
    } else if (state.phase == GenerationPhase::Prefill) {
        activity.kind = ChatActivityKind::Prefill;
        activity.prefill = state.prefill;
    } else {
        activity.kind = task->isThinking ? ChatActivityKind::Thinking : ChatActivityKind::Answering;
    }
    return activity;
}

void AnswerDesk::takeBatch(const GenerationBatch& batch)
{
    const auto found = m_tasks.find(batch.id);
    if (found == m_tasks.end())
        return;
    Task& task = found->second;
    for (const StepTiming& step : batch.steps) {
        task.isThinking = step.isThinking;
        if (step.isThinking) {
            ++task.thinkingTokens;
            task.thinkingMs += static_cast<double>(step.profile.durationNs) / 1e6;
        }
    }
    for (const TextPiece& piece : batch.text) {
        (piece.isThinking ? task.newThinking : task.newText) += piece.text;
        emit textAppended(task.chat, task.answer, piece.text, piece.isThinking);
    }
    emit activityChanged(task.chat);
}

void AnswerDesk::takeEnd(const GenerationEnd& end)
{
    const auto found = m_tasks.find(end.id);
    if (found == m_tasks.end())
        return;
    const Task task = found->second;
    m_tasks.erase(found);
    AnswerStatistics statistics = statisticsOf(*end.result, task.model.get());
    statistics.generatedTokens += task.earlierTokens;
    statistics.thinkingTokens = task.thinkingTokens;
    statistics.thinkingMs = task.thinkingMs;
    closeTask(task, stateAfter(statistics.stopReason), statistics);
}

void AnswerDesk::closeTask(
    const Task& task, AnswerState state, const std::optional<AnswerStatistics>& statistics)
{
    UnsavedEnd end { task.answer, task.newText, task.newThinking, state, statistics };
    if (!save(end))
        m_unsaved.push_back(std::move(end));
    if (m_tasks.empty() && m_unsaved.empty())
        m_everySecond.stop();
    emit answerEnded(task.chat, task.answer, state, statistics);
    emit activityChanged(task.chat);
}

bool AnswerDesk::save(UnsavedEnd& end)
{
    if (!storeNew(end.answer, end.text, end.thinking))
        return false;
    const Result<void> finished = m_store.finishAnswer(end.answer, end.state, end.statistics);
    if (!finished)
        reportWriteError(finished.error());
    return finished.has_value();
}

bool AnswerDesk::storeNew(MessageId answer, QString& text, QString& thinking)
{
    if (text.isEmpty() && thinking.isEmpty())
        return true;
    const Result<void> stored = m_store.appendToAnswer(answer, text, thinking);
    if (!stored) {
        reportWriteError(stored.error()); // the words stay here and are tried again
        return false;
    }
    text.clear();
    thinking.clear();
    return true;
}

void AnswerDesk::checkpoint()
{
    for (auto& [generation, task] : m_tasks)
        (void)storeNew(task.answer, task.newText, task.newThinking);
    std::erase_if(m_unsaved, [this](UnsavedEnd& end) { return save(end); });
    if (m_tasks.empty() && m_unsaved.empty())
        m_everySecond.stop();
}

void AnswerDesk::close()
{
    const auto tasks = std::exchange(m_tasks, {});
    for (const auto& [generation, task] : tasks)
        closeTask(task, AnswerState::Interrupted, std::nullopt);
}

void AnswerDesk::reportWriteError(const Error& error)
{
    m_notices.post({ NoticeKind::DatabaseWriteFailed, {}, error, QDateTime::currentDateTime() });
}

void AnswerDesk::announceActivities()
{
    for (const auto& [generation, task] : m_tasks)
        emit activityChanged(task.chat);
}

} // namespace moru
