#pragma once

#include "app/interfaces/engine_control.h"
#include "app/interfaces/prompt_source.h"
#include "app/interfaces/settings_store.h"
#include "app/session/answer_desk.h"
#include "app/session/chat_session.h"
#include "app/session/prompt_thread.h"

#include <QTimer>

namespace moru {

/// Counts what is being written and shows what was sent, for the open chat.
class PromptDesk final : public PromptSource {
    Q_OBJECT
public:
    PromptDesk(std::shared_ptr<const PromptReader> reader, EngineControl& engine, ChatSession& chat,
        AnswerDesk& desk, const SettingsStore& settings, QObject* parent = nullptr);

    [[nodiscard]] const std::optional<PromptCount>& count() const override { return m_count; }
    [[nodiscard]] bool isCounting() const override { return m_isCounting || m_delay.isActive(); }
    void countNow() override;
    void show(MessageId answer) override;
    [[nodiscard]] MessageId shownAnswer() const override { return m_wanted; }
    [[nodiscard]] const std::optional<AnswerPrompt>& prompt() const override { return m_prompt; }
    void setWatched(bool watched) override;

private:
    struct Counted {
        PromptCount count;
        bool isKnown = false;
    };

    void countSoon();
    void takeCount(const Counted& counted);
    void forgetCount();
    [[nodiscard]] PromptRequest unsentPrompt(const LoadedModelInfo& model) const;
    void refresh();
    void readPrompt(const std::shared_ptr<const PromptRequest>& prompt, int droppedMessages);
    void takePrompt(quint64 number, const Result<PromptText>& text);
    [[nodiscard]] const MessageRecord* target() const;
    [[nodiscard]] PromptMaterial materialOf(
        std::vector<MessageRecord> path, const LoadedModelInfo& model) const;

    EngineControl& m_engine;
    ChatSession& m_chat;
    AnswerDesk& m_desk;
    const SettingsStore& m_settings;

    std::optional<PromptCount> m_count;
    QTimer m_delay;
    bool m_isCounting = false;
    bool m_countsAgain = false; // something changed while it was counted

    std::optional<AnswerPrompt> m_prompt;
    std::shared_ptr<const PromptRequest> m_source; // of m_prompt
    int m_sourceDropped = 0;
    MessageId m_wanted = 0;
    quint64 m_reading = 0; // number of the last reading; earlier ones are dropped
    bool m_isWatched = false;

    PromptThread m_thread; // last: its jobs use what stands above
};

} // namespace moru
