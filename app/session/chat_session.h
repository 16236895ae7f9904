#pragma once

#include "app/chats/chat_store.h"
#include "app/interfaces/conversation.h"
#include "app/interfaces/settings_store.h"
#include "app/session/answer_desk.h"

#include <QTimer>

namespace moru {

/// The chat that is open in the window.
class ChatSession final : public Conversation {
    Q_OBJECT
public:
    ChatSession(ChatStore& store, AnswerDesk& desk, EngineControl& engine, SettingsStore& settings,
        NoticeList& notices, QObject* parent = nullptr);

    [[nodiscard]] ChatId chatId() const override { return m_chat.id; }
    [[nodiscard]] QString title() const override { return m_chat.title; }
    [[nodiscard]] const std::vector<MessageRecord>& messages() const override { return m_path; }
    [[nodiscard]] ChatActivity activity() const override { return m_desk.activity(m_chat.id); }
    [[nodiscard]] bool canSend() const override;
    [[nodiscard]] bool isCompletion() const override;

    void openChat(ChatId chat) override;
    void startNewChat() override;
    void send(const QString& text) override;
    void stop() override;
    void takeBack() override;
    void regenerate(MessageId answer) override;
    void regenerateWithPenalty(MessageId answer) override;
    void answerNow() override { m_desk.answerNow(m_chat.id); }
    void continueAnswer(MessageId answer) override;
    void edit(MessageId userMessage, const QString& text) override;
    void showVersion(MessageId message, int versionIndex) override;
    void branch(MessageId upTo) override;
    [[nodiscard]] QString draft() const override { return m_draft; }
    void setDraft(const QString& text) override;
    [[nodiscard]] QString systemPrompt() const override { return m_chat.systemPrompt; }
    void setSystemPrompt(const QString& text) override;

    /// Reads the chat again, after another run of the program or the chat list changed it.
    void reload();
    /// Writes the draft now instead of in a moment.
    void saveDraft();

signals:
    /// Something of a chat was stored that its row in the list may show.
    void stored(moru::ChatId chat);
    /// By typing or by the program.
    void draftChanged();

private:
    [[nodiscard]] bool storeUserMessage(const QString& text);
    /// Adds an answer below `parent` and has it written.
    void answerBelow(MessageId parent, const AnswerWish& wish = {});
    void readChat(ChatId chat);
    void refreshPath();
    [[nodiscard]] MessageRecord* onPath(MessageId message);
    void replaceDraft(const QString& text);
    /// False, with a notice, when the database refused; the window then keeps what it has.
    [[nodiscard]] bool good(const Result<void>& result);
    void report(const Error& error);

    void takeBegan(ChatId chat, MessageId answer, const QString& modelKey, const QString& modelTitle);
    void takeText(ChatId chat, MessageId answer, const QString& text, bool isThinking);
    void takeEnded(
        ChatId chat, MessageId answer, AnswerState state, const std::optional<AnswerStatistics>& statistics);

    ChatStore& m_store;
    AnswerDesk& m_desk;
    EngineControl& m_engine;
    SettingsStore& m_settings;
    NoticeList& m_notices;
    ChatRecord m_chat; // id 0: the new chat
    MessageTree m_tree;
    std::vector<MessageRecord> m_path;
    QString m_draft;
    QTimer m_draftTimer;
};

} // namespace moru
