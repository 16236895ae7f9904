#pragma once

#include "app/types/identifiers.h"
#include "engine/api/error.h"
#include "engine/api/tokenizer.h"

#include <QMetaType>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace moru {

/// One token of a prompt as it is shown.
struct PromptToken {
    TokenId id = 0;
    /// What it adds to the text. Empty for the first bytes of a character; the token that completes the
    /// character brings it.
    QString text;
    QString bytes; ///< "EC 83" for a token that holds a part of a character only; empty for all others.
    bool isSpecial = false; ///< A control token of the model. The same words in a message are ordinary text.
};

/// What was done to the conversation so that it became this prompt.
struct PromptChanges {
    bool movedSystemText = false; ///< Into the first user turn: the format has no system role.
    bool mergedTurns = false; ///< Neighbours of one role.
    int thinkingLeftOut = 0; ///< Answers whose thinking the template leaves out.
    int droppedMessages = 0; ///< Oldest ones, so that the rest fits.
};

/// A prompt token by token.
struct PromptText {
    std::vector<PromptToken> tokens;
    PromptChanges changes;

    [[nodiscard]] QString text() const
    {
        QString whole;
        for (const PromptToken& token : tokens)
            whole += token.text;
        return whole;
    }
};

/// How the prompt on screen relates to what the model was given.
enum class PromptOrigin {
    AsSent, ///< Exactly what this answer was written from, in this run of the program.
    Rebuilt, ///< Made anew from the chat with the loaded model: what was sent is not known any more.
};

/// The prompt of one answer.
struct AnswerPrompt {
    MessageId answer = 0;
    std::shared_ptr<const PromptText> content; ///< Null while it is made, and after an error.
    std::optional<Error> error;
    PromptOrigin origin = PromptOrigin::AsSent;
    std::optional<int> reusedTokens; ///< Still in the cache when it was sent; unset while unknown.
};

/// How much of the context the conversation and the unsent text need together.
struct PromptCount {
    QString draft; ///< The text that was counted with the conversation.
    int tokens = 0; ///< The whole prompt.
    int mostTokens = 0; ///< What a prompt may have, so that there is room for an answer.
    int contextLength = 0;
    /// System text and the last turn alone; set when the whole does not fit. What is left when all earlier
    /// turns are left out.
    std::optional<int> lastTurnTokens;

    [[nodiscard]] bool fits() const { return tokens <= mostTokens; }
    [[nodiscard]] bool lastTurnFits() const { return lastTurnTokens.value_or(tokens) <= mostTokens; }
};

} // namespace moru

Q_DECLARE_METATYPE(moru::PromptCount)
