#pragma once

#include "app/types/identifiers.h"
#include "engine/api/error.h"
#include "engine/api/generation.h"
#include "engine/api/sampling.h"

#include <QDateTime>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <vector>

namespace moru {

enum class MessageRole { User, Assistant };

/// How far an answer came. A user's message is always Complete.
enum class AnswerState {
    Incomplete, ///< Being written, or queued to be.
    Complete,
    Stopped, ///< The person stopped it; what came is kept.
    Interrupted, ///< The program or the machine ended while it was written. Continue or regenerate.
    Failed, ///< The engine reported an error; see AnswerStatistics::error.
};

/// Everything that is shown and needed to repeat an answer. Figures without enough samples are unset.
struct AnswerStatistics {
    int promptTokens = 0; ///< All of them, reused ones too.
    int reusedTokens = 0;
    int droppedMessages = 0; ///< Oldest messages that were left out of the prompt so that it fits.
    int generatedTokens = 0; ///< Of all parts, when the answer was continued.
    int contextTokens = 0; ///< In the context at its end: the prompt and what the last part added.
    int thinkingTokens = 0;
    double thinkingMs = 0; ///< Summed over all thinking blocks.
    double totalMs = 0;
    std::optional<double> promptTokensPerSecond; ///< New prompt tokens / prefill time.
    std::optional<double> firstTokenMs; ///< From the request to the first token.
    std::optional<double> decodeTokensPerSecond; ///< (n − 1) / (last token − first token).
    StopReason stopReason = StopReason::EndToken;
    std::optional<Error> error; ///< Set exactly when stopReason is Error.
    std::uint64_t seed = 0;
    SamplingOptions sampling;
    QString precision;
    QString isa;
    int threadCount = 0;
    int contextLength = 0;
};

/// One message of a conversation as it is shown. Messages form a tree; a conversation is one path through it.
struct MessageRecord {
    MessageId id = 0;
    MessageId parent = 0; ///< 0 for the first message of a chat.
    MessageRole role = MessageRole::User;
    AnswerState state = AnswerState::Complete;
    QString text; ///< Of an answer: without thinking.
    QString thinking;
    QString modelTitle; ///< Who wrote this answer; empty for the user's messages.
    QString modelKey;
    QDateTime createdAt;
    std::optional<AnswerStatistics> statistics; ///< Set when an answer has ended.
    int versionIndex = 0; ///< Place of this message among its siblings, from 0: "2/3" shows versionIndex + 1.
    int versionCount = 1;
};

enum class ChatActivityKind {
    Idle,
    WaitingForModel, ///< The message is stored; it is answered when the model has loaded. Can be taken back.
    Queued, ///< Another chat is being answered first.
    Prefill,
    Thinking,
    Answering,
    Stopping,
};

/// What happens in a chat now.
struct ChatActivity {
    ChatActivityKind kind = ChatActivityKind::Idle;
    int requestsAhead = 0; ///< For Queued: "waiting, 1 ahead".
    PrefillProgress prefill; ///< For Prefill.
    double thinkingMs = 0; ///< Of the present answer, over all its thinking blocks so far.
    int thinkingTokens = 0;
    int thinkingBudget = 0; ///< Of this answer, in tokens; 0: no limit.
    bool willAnswerNow = false; ///< The person asked for the end of the thinking.
    MessageId answer = 0; ///< The answer that is written or waits.

    bool operator==(const ChatActivity&) const = default;
};

/// A row of the chat list.
struct ChatSummary {
    ChatId id = 0;
    QString title; ///< First line of the user's first message, or the name that the person gave.
    QString modelTitle; ///< Model of the last answer.
    QDateTime updatedAt;
    QDateTime deletedAt; ///< Invalid unless it lies in the bin.
    bool hasInterruptedAnswer = false; ///< On its current path.
    bool hasUnreadAnswer = false; ///< An answer ended while another chat was open.
    QString draftStart; ///< First line of unsent text; empty for none.
    QString excerpt; ///< In search results: the line that holds the words searched for.
    ChatActivity activity;
};

} // namespace moru

Q_DECLARE_METATYPE(moru::ChatActivity)
Q_DECLARE_METATYPE(moru::MessageRecord)
