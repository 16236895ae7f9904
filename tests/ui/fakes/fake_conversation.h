#pragma once

#include "app/interfaces/conversation.h"

namespace moru::test {

/// A conversation whose messages the test sets; it keeps what was asked of it.
class FakeConversation final : public Conversation {
    Q_OBJECT

public:
    ChatId chatId() const override { return chat; }
    QString title() const override { return chatTitle; }
    const std::vector<MessageRecord>& messages() const override { return records; }
    ChatActivity activity() const override { return current; }
    bool canSend() const override { return current.kind == ChatActivityKind::Idle; }
    bool isCompletion() const override { return completion; }

    void openChat(ChatId id) override { opened_.push_back(id); }
    void startNewChat() override
    {
        ++newChats;
        records.clear();
        chat = 0;
        chatTitle.clear();
        emit opened();
    }
    void send(const QString& text) override
    {
        if (refuses)
            return;
        sent << text;
        add(MessageRole::User, text);
        emit messagesChanged();
    }
    void stop() override { ++stops; }
    void takeBack() override { ++takeBacks; }
    void regenerate(MessageId answer) override { regenerated.push_back(answer); }
    void regenerateWithPenalty(MessageId answer) override { penalised.push_back(answer); }
    void answerNow() override { ++answersNow; }
    void continueAnswer(MessageId answer) override { continued.push_back(answer); }
    void edit(MessageId message, const QString& text) override { edits.emplace_back(message, text); }
    void showVersion(MessageId message, int version) override { versions.emplace_back(message, version); }
    void branch(MessageId message) override { branched.push_back(message); }

    QString draft() const override { return draftText; }
    void setDraft(const QString& text) override { draftText = text; }
    QString systemPrompt() const override { return system; }
    void setSystemPrompt(const QString& text) override { system = text; }

    MessageRecord& add(MessageRole role, const QString& text, AnswerState state = AnswerState::Complete)
    {
        MessageRecord record;
        record.id = static_cast<MessageId>(records.size()) + 1;
        record.parent = record.id - 1;
        record.role = role;
        record.text = text;
        record.state = state;
        record.createdAt = QDateTime(QDate(2026, 3, 5), QTime(11, 5));
        if (role == MessageRole::Assistant)
            record.modelTitle = QStringLiteral("SmolLM2 135M Instruct");
        records.push_back(record);
        chat = 1;
        return records.back();
    }

    void stream(const QString& text, bool isThinking = false)
    {
        (isThinking ? records.back().thinking : records.back().text) += text;
        emit textAppended(records.back().id, text, isThinking);
    }

    void setActivity(ChatActivityKind kind)
    {
        current.kind = kind;
        current.answer = records.empty() ? 0 : records.back().id;
        emit activityChanged();
    }

    ChatId chat = 0;
    QString chatTitle;
    std::vector<MessageRecord> records;
    ChatActivity current;
    bool completion = false;
    bool refuses = false; ///< As when the message cannot be stored.
    QString draftText;
    QString system;
    QStringList sent;
    std::vector<ChatId> opened_;
    std::vector<MessageId> regenerated;
    std::vector<MessageId> penalised;
    std::vector<MessageId> continued;
    std::vector<MessageId> branched;
    std::vector<std::pair<MessageId, QString>> edits;
    std::vector<std::pair<MessageId, int>> versions;
    int newChats = 0;
    int stops = 0;
    int answersNow = 0;
    int takeBacks = 0;
};

} // namespace moru::test
