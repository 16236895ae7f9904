#pragma once

#include "app/types/chat.h"

#include <QObject>

#include <optional>
#include <vector>

namespace moru {

/// The chat that is open in the window: its messages on the current path, and what can be done with them.
/// Nothing here erases: editing and regenerating make a sibling, and the versions can be switched.
class Conversation : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// 0 for a new chat: it enters the database, and the list, with its first message.
    [[nodiscard]] virtual ChatId chatId() const = 0;
    [[nodiscard]] virtual QString title() const = 0;
    /// The current path, first message first. Copies are cheap (implicitly shared texts).
    [[nodiscard]] virtual const std::vector<MessageRecord>& messages() const = 0;
    [[nodiscard]] virtual ChatActivity activity() const = 0;
    /// Whether `send` would be taken now: no answer of this chat is being written or waits.
    [[nodiscard]] virtual bool canSend() const = 0;
    /// The loaded model continues text: there are no turns, and no system prompt. Without a model: false.
    [[nodiscard]] virtual bool isCompletion() const = 0;

    virtual void openChat(ChatId chat) = 0;
    virtual void startNewChat() = 0;

    /// Stores the text, then has it answered. Without a model the message waits ("WaitingForModel") until one
    /// is loaded. Empty text is taken only to continue a completion.
    virtual void send(const QString& text) = 0;
    /// Stops the answer of this chat, takes it out of the queue, or takes a waiting message back. Never asks.
    virtual void stop() = 0;
    /// Takes back a message that waits for a model or in the queue: its text becomes the draft again.
    virtual void takeBack() = 0;
    /// Another version of an answer, beside the old one.
    virtual void regenerate(MessageId answer) = 0;
    /// The same with a repetition penalty above the one that this answer was written with.
    virtual void regenerateWithPenalty(MessageId answer) = 0;
    /// Ends the thinking of the answer that is being written; the answer itself follows.
    virtual void answerNow() = 0;
    /// Goes on writing a stopped, interrupted or cut answer.
    virtual void continueAnswer(MessageId answer) = 0;
    /// Another version of a user's message, beside the old one, and an answer to it.
    virtual void edit(MessageId userMessage, const QString& text) = 0;
    /// Shows version `versionIndex` (from 0) of a message and the path that was last seen below it.
    virtual void showVersion(MessageId message, int versionIndex) = 0;
    /// A new chat with copies of the messages up to and including this one.
    virtual void branch(MessageId upTo) = 0;

    /// Unsent text; survives crashes and restarts, one for each chat and one for the new chat.
    [[nodiscard]] virtual QString draft() const = 0;
    virtual void setDraft(const QString& text) = 0;

    [[nodiscard]] virtual QString systemPrompt() const = 0;
    virtual void setSystemPrompt(const QString& text) = 0;

signals:
    /// Another chat is open, or the whole conversation changed: read everything again.
    void opened();
    /// The path changed (a message was added, another version is shown): read messages() again.
    void messagesChanged();
    /// Fields of one message changed; its text did not.
    void messageUpdated(moru::MessageId message);
    /// Text was added at the end of an answer; messages() has it already. At most 30 times a second.
    void textAppended(moru::MessageId message, const QString& text, bool isThinking);
    void activityChanged();
    void titleChanged();
    /// The draft was set by the program (takeBack, another chat), not by typing.
    void draftReplaced(const QString& text);
    void systemPromptChanged();
};

} // namespace moru
