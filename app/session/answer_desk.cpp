#include "app/session/answer_desk.h"

#include "app/session/answer_statistics.h"

#include <QRandomGenerator>

#include <algorithm>
#include <limits>

namespace moru {

namespace {

constexpr int kCheckpointMs = 1000;
// A prompt of a full context of 4,096 tokens is about 16 KiB.
constexpr std::size_t kPromptsKept = 64;

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

void AnswerDesk::begin(ChatId chat, MessageId answer, const AnswerWish& wish)
{
    // The order's lambda runs later, when the id below is known.
    auto generation = std::make_shared<GenerationId>(0);
    *generation = m_engine.order(
        [this, generation](const LoadedModelInfo& model) { return buildRequest(*generation, model); });
    Task task;
    task.generation = *generation;
    task.chat = chat;
    task.answer = answer;
    task.wish = wish;
    m_tasks.emplace(*generation, std::move(task));
    announceActivity(chat);
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
    if (answer->statistics) {
        task.earlierTokens = answer->statistics->generatedTokens;
        task.thinkingTokens = answer->statistics->thinkingTokens;
        task.thinkingMs = answer->statistics->thinkingMs;
    }
    if (const auto begun = m_store.beginAnswer(task.answer, model.modelKey, model.title); !begun)
        reportWriteError(begun.error());

    PromptMaterial material;
    material.path = tree->pathTo(task.answer);
    material.systemPrompt = chat->systemPrompt;
    material.continuesAnswer = task.wish.continuesAnswer;
    material.wantsThinking = m_settings.modelValue(SettingId::Thinking, model.modelKey).value.toBool();
    GenerationRequest request;
    request.prompt = buildPrompt(material, model);
    m_settings.fillRequest(model.modelKey, request);
    if (!request.seed) // one that the seed's control can hold, so that it can be typed in again
        request.seed = QRandomGenerator::global()->bounded(std::numeric_limits<std::int32_t>::max());
    task.thinkingBudget = request.thinkingBudget.value_or(0);
    if (task.wish.repetitionPenalty)
        request.sampling.repetitionPenalty = *task.wish.repetitionPenalty;
    keepPrompt(task, request.prompt);
    m_everySecond.start();
    emit answerBegan(task.chat, task.answer, model.modelKey, model.title);
    return request;
}

void AnswerDesk::keepPrompt(const Task& task, const PromptRequest& prompt)
{
    m_sentPrompts.insert_or_assign(task.answer,
        SentPrompt { std::make_shared<const PromptRequest>(prompt), task.model->modelKey, 0, std::nullopt });
    if (m_sentPrompts.size() > kPromptsKept)
        m_sentPrompts.erase(m_sentPrompts.begin()); // ids grow: this is the oldest answer
    emit sentPromptChanged(task.answer);
}

const AnswerDesk::SentPrompt* AnswerDesk::sentPrompt(MessageId answer) const
{
    const auto found = m_sentPrompts.find(answer);
    return found == m_sentPrompts.end() ? nullptr : &found->second;
}

void AnswerDesk::answerNow(ChatId chat)
{
    const auto found
        = std::ranges::find_if(m_tasks, [chat](const auto& entry) { return entry.second.chat == chat; });
    if (found == m_tasks.end() || !found->second.isThinking)
        return;
    found->second.willAnswerNow = true;
    m_engine.answerNow(found->first);
    announceActivity(chat);
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
    announceActivity(chat);
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
        activity.thinkingMs = task->thinkingMs;
        activity.thinkingTokens = task->thinkingTokens;
        activity.thinkingBudget = task->thinkingBudget;
        activity.willAnswerNow = task->willAnswerNow;
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
    const auto sent = m_sentPrompts.find(task.answer);
    if (!batch.prefill.empty() && sent != m_sentPrompts.end() && !sent->second.reusedTokens) {
        sent->second.reusedTokens = batch.prefill.front().progress.tokensReused;
        emit sentPromptChanged(task.answer);
    }
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
    announceActivity(task.chat);
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
    const auto sent = m_sentPrompts.find(task.answer);
    if (sent != m_sentPrompts.end() && statistics.droppedMessages > 0) {
        sent->second.droppedMessages = statistics.droppedMessages;
        emit sentPromptChanged(task.answer);
    }
    closeTask(task, stateAfter(statistics.stopReason), statistics);
}

void AnswerDesk::closeTask(
    const Task& task, AnswerState state, const std::optional<AnswerStatistics>& statistics)
{
    UnsavedEnd end { task.answer, task.newText, task.newThinking, state, statistics };
    if (save(end))
        noteWritten();
    else
        m_unsaved.push_back(std::move(end));
    if (m_tasks.empty() && m_unsaved.empty())
        m_everySecond.stop();
    emit answerEnded(task.chat, task.answer, state, statistics);
    announceActivity(task.chat);
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
    noteWritten();
    return true;
}

void AnswerDesk::checkpoint()
{
    for (auto& [generation, task] : m_tasks)
        (void)storeNew(task.answer, task.newText, task.newThinking);
    if (std::erase_if(m_unsaved, [this](UnsavedEnd& end) { return save(end); }) > 0)
        noteWritten();
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

void AnswerDesk::noteWritten()
{
    if (m_unsaved.empty())
        m_notices.withdraw({ NoticeKind::DatabaseWriteFailed });
}

void AnswerDesk::announceActivities()
{
    for (const auto& [generation, task] : m_tasks)
        announceActivity(task.chat);
}

void AnswerDesk::announceActivity(ChatId chat)
{
    // Most batches bring text only. Who listens paints again, on the cores that decode.
    const ChatActivity now = activity(chat);
    const auto told = m_toldActivities.find(chat);
    if (now == (told == m_toldActivities.end() ? ChatActivity {} : told->second))
        return;
    if (now.kind == ChatActivityKind::Idle)
        m_toldActivities.erase(chat);
    else
        m_toldActivities.insert_or_assign(chat, now);
    emit activityChanged(chat);
}

} // namespace moru
