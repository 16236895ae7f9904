#pragma once

#include "app/interfaces/prompt_source.h"

namespace moru::test {

/// Prompts and counts that the test sets. A count comes at once when it is asked for, unless the test holds
/// it.
class FakePrompts final : public PromptSource {
    Q_OBJECT

public:
    const std::optional<PromptCount>& count() const override { return current; }
    bool isCounting() const override { return counting; }
    void countNow() override
    {
        ++wishes;
        if (holds)
            counting = true;
        else
            emit countChanged();
    }
    void show(MessageId answer) override
    {
        shown = answer;
        emit promptChanged();
    }
    MessageId shownAnswer() const override { return shown; }
    const std::optional<AnswerPrompt>& prompt() const override { return answerPrompt; }
    void setWatched(bool watched) override { isWatched = watched; }

    void become(const QString& draft, int tokens, int contextLength, std::optional<int> lastTurn = {})
    {
        counting = false;
        current = PromptCount { draft, tokens, contextLength - 1, contextLength, lastTurn };
        emit countChanged();
    }
    void becomePrompt(AnswerPrompt prompt)
    {
        answerPrompt = std::move(prompt);
        emit promptChanged();
    }

    std::optional<PromptCount> current;
    std::optional<AnswerPrompt> answerPrompt;
    MessageId shown = 0;
    bool counting = false;
    bool holds = false;
    bool isWatched = false;
    int wishes = 0;
};

/// "<|im_start|>user↵ Hello ▯▯ <|im_end|>": two control tokens, a line end, and a character of two tokens.
inline std::shared_ptr<PromptText> samplePrompt()
{
    auto text = std::make_shared<PromptText>();
    text->tokens = { { 1, QStringLiteral("<|im_start|>"), {}, true },
        { 4093, QStringLiteral("user"), {}, false }, { 198, QStringLiteral("\n"), {}, false },
        { 19556, QStringLiteral("Hello"), {}, false }, { 134582, {}, QStringLiteral("EC 83"), false },
        { 231, QStringLiteral("색"), QStringLiteral("89"), false },
        { 2, QStringLiteral("<|im_end|>"), {}, true } };
    return text;
}

} // namespace moru::test
