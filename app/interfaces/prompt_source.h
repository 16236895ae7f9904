#pragma once

#include "app/types/prompt.h"

#include <QObject>

#include <optional>

namespace moru {

/// What the model is given: the prompt of an answer, token by token, and the size of the one that is being
/// written. Everything is made on another thread; the calls state a wish and return at once.
class PromptSource : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Size of the open chat with its draft; unset without a model, without a draft, or before it was
    /// counted. May belong to an earlier draft, see PromptCount::draft.
    [[nodiscard]] virtual const std::optional<PromptCount>& count() const = 0;
    /// Whether a count is on its way that may differ from `count`.
    [[nodiscard]] virtual bool isCounting() const = 0;
    /// Counts at once instead of in a moment; `countChanged` follows in any case.
    virtual void countNow() = 0;

    /// Shows the prompt of an answer of the open chat; 0 follows the last one.
    virtual void show(MessageId answer) = 0;
    [[nodiscard]] virtual MessageId shownAnswer() const = 0; ///< As asked for: 0 while following.
    /// Unset when the chat has no answer.
    [[nodiscard]] virtual const std::optional<AnswerPrompt>& prompt() const = 0;
    /// Prompts are made only while somebody looks at them.
    virtual void setWatched(bool watched) = 0;

signals:
    void countChanged();
    void promptChanged();
};

} // namespace moru
