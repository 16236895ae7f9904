#pragma once

#include "app/chats/chat_store.h"
#include "app/interfaces/settings_store.h"
#include "app/session/engine_controller.h"
#include "app/session/notice_list.h"
#include "app/session/prompt_builder.h"

#include <QTimer>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace moru {

/// How one answer differs from what the settings say.
struct AnswerWish {
    bool continuesAnswer = false;
    std::optional<double> repetitionPenalty;
};

/// Has answers written and keeps them: orders them from the engine, stores what comes every second, closes
/// them at their end. Works for all chats, whichever is open in the window; one answer a chat at a time.
class AnswerDesk final : public QObject {
    Q_OBJECT
public:
    AnswerDesk(EngineController& engine, ChatStore& store, const SettingsStore& settings, NoticeList& notices,
        QObject* parent = nullptr);

    /// The answer is in the database already, as the last message of its path.
    void begin(ChatId chat, MessageId answer, const AnswerWish& wish = {});
    /// Ends the thinking of the chat's answer.
    void answerNow(ChatId chat);
    /// Stops the chat's answer, or takes it out of the queue.
    void stop(ChatId chat);
    [[nodiscard]] ChatActivity activity(ChatId chat) const;
    [[nodiscard]] bool isBusy(ChatId chat) const { return taskOf(chat) != nullptr; }
    [[nodiscard]] bool hasTasks() const { return !m_tasks.empty(); }

    /// What an answer of this run was written from.
    struct SentPrompt {
        std::shared_ptr<const PromptRequest> prompt;
        QString modelKey;
        int droppedMessages = 0; ///< Known at the end of the answer.
        std::optional<int> reusedTokens; ///< Known when the model has begun to read.
    };
    /// Null when it is not known any more: only the last answers' prompts are kept.
    [[nodiscard]] const SentPrompt* sentPrompt(MessageId answer) const;

    /// Stores what came since the last time; called every second while something is written.
    void checkpoint();
    /// Closes what is left as interrupted, when the program ends.
    void close();

signals:
    void activityChanged(moru::ChatId chat);
    void sentPromptChanged(moru::MessageId answer);
    void answerBegan(
        moru::ChatId chat, moru::MessageId answer, const QString& modelKey, const QString& modelTitle);
    void textAppended(moru::ChatId chat, moru::MessageId answer, const QString& text, bool isThinking);
    void answerEnded(moru::ChatId chat, moru::MessageId answer, moru::AnswerState state,
        const std::optional<moru::AnswerStatistics>& statistics);

private:
    struct Task {
        GenerationId generation = 0;
        ChatId chat = 0;
        MessageId answer = 0;
        AnswerWish wish;
        bool isThinking = false; // kind of the last token
        bool willAnswerNow = false;
        int thinkingBudget = 0;
        QString newText; // since the last checkpoint
        QString newThinking;
        int thinkingTokens = 0;
        double thinkingMs = 0;
        int earlierTokens = 0; // of the part that is continued
        std::shared_ptr<const LoadedModelInfo> model; // that writes it
    };
    /// An end that the database refused; tried again until it is stored.
    struct UnsavedEnd {
        MessageId answer = 0;
        QString text;
        QString thinking;
        AnswerState state = AnswerState::Complete;
        std::optional<AnswerStatistics> statistics;
    };

    [[nodiscard]] const Task* taskOf(ChatId chat) const;
    [[nodiscard]] Result<GenerationRequest> buildRequest(
        GenerationId generation, const LoadedModelInfo& model);
    void takeBatch(const GenerationBatch& batch);
    void takeEnd(const GenerationEnd& end);
    void closeTask(const Task& task, AnswerState state, const std::optional<AnswerStatistics>& statistics);
    [[nodiscard]] bool save(UnsavedEnd& end);
    [[nodiscard]] bool storeNew(MessageId answer, QString& text, QString& thinking);
    void keepPrompt(const Task& task, const PromptRequest& prompt);
    void reportWriteError(const Error& error);
    /// Something could be written: nothing is left that could not.
    void noteWritten();
    void announceActivities();
    void announceActivity(ChatId chat); ///< If it has changed.

    EngineController& m_engine;
    ChatStore& m_store;
    const SettingsStore& m_settings;
    NoticeList& m_notices;
    std::map<GenerationId, Task> m_tasks;
    std::vector<UnsavedEnd> m_unsaved;
    std::map<MessageId, SentPrompt> m_sentPrompts;
    std::map<ChatId, ChatActivity> m_toldActivities; // idle ones are left out
    QTimer m_everySecond;
};

} // namespace moru
