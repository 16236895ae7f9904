#include "app/session/prompt_desk.h"

#include <algorithm>
#include <utility>

namespace moru {

namespace {

// While somebody types the count follows several times a second; each costs a millisecond or two of another
// thread.
constexpr int kCountDelayMs = 150;
// The engine wants room for one token of an answer.
constexpr int kLeastAnswerTokens = 1;

/// The system text and the last turn.
ChatPrompt lastTurnOf(const ChatPrompt& chat)
{
    ChatPrompt shortest = chat;
    shortest.messages.clear();
    if (chat.messages.size() > 1 && chat.messages.front().role == "system")
        shortest.messages.push_back(chat.messages.front());
    shortest.messages.push_back(chat.messages.back());
    return shortest;
}

MessageRecord message(MessageRole role, const QString& text)
{
    MessageRecord record;
    record.role = role;
    record.text = text;
    return record;
}

} // namespace

PromptDesk::PromptDesk(std::shared_ptr<const PromptReader> reader, EngineControl& engine, ChatSession& chat,
    AnswerDesk& desk, const SettingsStore& settings, QObject* parent)
    : PromptSource(parent)
    , m_engine(engine)
    , m_chat(chat)
    , m_desk(desk)
    , m_settings(settings)
    , m_thread(std::move(reader))
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(kCountDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &PromptDesk::countNow);
    connect(&chat, &ChatSession::draftChanged, this, &PromptDesk::countSoon);
    connect(&chat, &Conversation::systemPromptChanged, this, &PromptDesk::countSoon);
    connect(&chat, &Conversation::messageUpdated, this, &PromptDesk::countSoon);
    connect(&settings, &SettingsStore::modelValuesChanged, this, &PromptDesk::countSoon);
    connect(&chat, &Conversation::opened, this, [this] {
        m_wanted = 0;
        forgetCount();
        countSoon();
        refresh();
    });
    connect(&chat, &Conversation::messagesChanged, this, [this] {
        countSoon();
        refresh();
    });
    connect(&engine, &EngineControl::loadedModelChanged, this, [this] {
        forgetCount();
        countSoon();
        m_source.reset();
        refresh();
    });
    connect(&desk, &AnswerDesk::sentPromptChanged, this, &PromptDesk::refresh);
}

// ---- The count ----

void PromptDesk::countSoon()
{
    if (!m_delay.isActive())
        m_delay.start();
}

void PromptDesk::forgetCount()
{
    m_delay.stop();
    m_countsAgain = m_isCounting;
    if (!m_count)
        return;
    m_count.reset();
    emit countChanged();
}

PromptMaterial PromptDesk::materialOf(std::vector<MessageRecord> path, const LoadedModelInfo& model) const
{
    PromptMaterial material;
    material.path = std::move(path);
    material.systemPrompt = m_chat.systemPrompt();
    material.wantsThinking = m_settings.modelValue(SettingId::Thinking, model.modelKey).value.toBool();
    return material;
}

PromptRequest PromptDesk::unsentPrompt(const LoadedModelInfo& model) const
{
    std::vector<MessageRecord> path = m_chat.messages();
    path.push_back(message(MessageRole::User, m_chat.draft()));
    path.push_back(message(MessageRole::Assistant, {}));
    return buildPrompt(materialOf(std::move(path), model), model);
}

void PromptDesk::countNow()
{
    m_delay.stop();
    if (m_isCounting) {
        m_countsAgain = true;
        return;
    }
    const auto model = m_engine.loadedModel();
    const QString draft = m_chat.draft();
    if (!model || draft.trimmed().isEmpty()) {
        m_count.reset();
        emit countChanged();
        return;
    }
    m_isCounting = true;
    const PromptRequest prompt = unsentPrompt(*model);
    m_thread.run<Counted>(
        this,
        [prompt, draft](const PromptReader& reader) {
            Counted counted;
            counted.count.draft = draft;
            const Result<PromptReader::Count> whole = reader.count(prompt);
            if (!whole)
                return counted;
            counted.isKnown = true;
            counted.count.tokens = whole->tokens;
            counted.count.contextLength = whole->contextLength;
            counted.count.mostTokens = whole->contextLength - kLeastAnswerTokens;
            const auto* chat = std::get_if<ChatPrompt>(&prompt);
            if (counted.count.fits() || !chat)
                return counted;
            if (const auto last = reader.count(lastTurnOf(*chat)))
                counted.count.lastTurnTokens = last->tokens;
            return counted;
        },
        [this](const Counted& counted) { takeCount(counted); });
}

void PromptDesk::takeCount(const Counted& counted)
{
    m_isCounting = false;
    m_count = counted.isKnown ? std::optional(counted.count) : std::nullopt;
    if (std::exchange(m_countsAgain, false))
        countNow();
    emit countChanged();
}

// ---- The prompt of an answer ----

void PromptDesk::setWatched(bool watched)
{
    m_isWatched = watched;
    refresh();
}

void PromptDesk::show(MessageId answer)
{
    m_wanted = answer;
    refresh();
}

const MessageRecord* PromptDesk::target() const
{
    const MessageRecord* last = nullptr;
    for (const MessageRecord& record : m_chat.messages()) {
        if (record.role != MessageRole::Assistant)
            continue;
        last = &record;
        if (record.id == m_wanted)
            break;
    }
    return last;
}

void PromptDesk::refresh()
{
    if (!m_isWatched)
        return;
    const MessageRecord* answer = target();
    if (!answer) {
        m_source.reset();
        if (m_prompt) {
            m_prompt.reset();
            emit promptChanged();
        }
        return;
    }
    const auto model = m_engine.loadedModel();
    const AnswerDesk::SentPrompt* sent = m_desk.sentPrompt(answer->id);
    if (sent && model && sent->modelKey != model->modelKey)
        sent = nullptr; // another tokenizer would read it in another way
    if (m_prompt && m_prompt->answer == answer->id && sent && sent->prompt == m_source
        && sent->droppedMessages == m_sourceDropped) {
        m_prompt->reusedTokens = sent->reusedTokens;
        emit promptChanged();
        return;
    }
    AnswerPrompt prompt;
    prompt.answer = answer->id;
    prompt.origin = sent ? PromptOrigin::AsSent : PromptOrigin::Rebuilt;
    if (sent)
        prompt.reusedTokens = sent->reusedTokens;
    m_prompt = prompt;
    ++m_reading;
    const ChatActivity activity = m_chat.activity();
    const bool isAboutToBeSent
        = !sent && activity.kind != ChatActivityKind::Idle && activity.answer == answer->id;
    if (!model || isAboutToBeSent) {
        m_source.reset();
    } else if (sent) {
        readPrompt(sent->prompt, sent->droppedMessages);
    } else {
        const auto& messages = m_chat.messages();
        const auto end = std::ranges::find(messages, answer->id, &MessageRecord::id) + 1;
        const int dropped = answer->statistics ? answer->statistics->droppedMessages : 0;
        readPrompt(std::make_shared<const PromptRequest>(
                       buildPrompt(materialOf({ messages.begin(), end }, *model), *model)),
            dropped);
    }
    emit promptChanged();
}

void PromptDesk::readPrompt(const std::shared_ptr<const PromptRequest>& prompt, int droppedMessages)
{
    m_source = prompt;
    m_sourceDropped = droppedMessages;
    m_thread.run<Result<PromptText>>(
        this,
        [prompt, droppedMessages](
            const PromptReader& reader) { return reader.read(*prompt, droppedMessages); },
        [this, number = m_reading](const Result<PromptText>& text) { takePrompt(number, text); });
}

void PromptDesk::takePrompt(quint64 number, const Result<PromptText>& text)
{
    if (number != m_reading || !m_prompt)
        return;
    if (!text) {
        m_prompt->error = text.error();
    } else {
        m_prompt->content = std::make_shared<const PromptText>(*text);
        // Of an earlier run only the figures are known; they belong to this prompt if it has the same size.
        const MessageRecord* answer = target();
        if (m_prompt->origin == PromptOrigin::Rebuilt && answer && answer->id == m_prompt->answer
            && answer->statistics
            && answer->statistics->promptTokens == static_cast<int>(text->tokens.size()))
            m_prompt->reusedTokens = answer->statistics->reusedTokens;
    }
    emit promptChanged();
}

} // namespace moru
