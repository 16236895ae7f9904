#include "app/session/chat_session.h"

#include "app/session/chat_title.h"
#include "app/session/retry.h"

#include <algorithm>

namespace moru {

namespace {

// Typing is not written key by key; what a crash can cost is the last half second of it.
constexpr int kDraftDelayMs = 500;

} // namespace

ChatSession::ChatSession(ChatStore& store, AnswerDesk& desk, EngineControl& engine, SettingsStore& settings,
    NoticeList& notices, QObject* parent)
    : Conversation(parent)
    , m_store(store)
    , m_desk(desk)
    , m_engine(engine)
    , m_settings(settings)
    , m_notices(notices)
{
    m_draftTimer.setSingleShot(true);
    m_draftTimer.setInterval(kDraftDelayMs);
    connect(&m_draftTimer, &QTimer::timeout, this, &ChatSession::saveDraft);
    connect(&desk, &AnswerDesk::answerBegan, this, &ChatSession::takeBegan);
    connect(&desk, &AnswerDesk::textAppended, this, &ChatSession::takeText);
    connect(&desk, &AnswerDesk::answerEnded, this, &ChatSession::takeEnded);
    connect(&desk, &AnswerDesk::activityChanged, this, [this](ChatId chat) {
        if (chat == m_chat.id)
            emit activityChanged();
    });
    m_chat.systemPrompt = m_settings.value(SettingId::DefaultSystemPrompt).toString();
    m_draft = m_store.draft(0);
}

bool ChatSession::canSend() const
{
    return m_chat.id == 0 || !m_desk.isBusy(m_chat.id);
}

bool ChatSession::isCompletion() const
{
    const auto model = m_engine.loadedModel();
    return model && !model->canChat();
}

void ChatSession::openChat(ChatId chat)
{
    if (chat == m_chat.id)
        return;
    saveDraft();
    readChat(chat);
}

void ChatSession::startNewChat()
{
    saveDraft();
    m_chat = {};
    m_chat.systemPrompt = m_settings.value(SettingId::DefaultSystemPrompt).toString();
    m_tree = {};
    m_path.clear();
    m_draft = m_store.draft(0);
    emit opened();
}

void ChatSession::reload()
{
    if (m_chat.id == 0)
        return;
    if (!m_desk.isBusy(m_chat.id)) {
        readChat(m_chat.id);
        return;
    }
    // Only its name can have changed: this run writes its messages.
    if (const Result<ChatRecord> record = m_store.chat(m_chat.id); record && record->title != m_chat.title) {
        m_chat.title = record->title;
        emit titleChanged();
    }
}

void ChatSession::readChat(ChatId chat)
{
    m_desk.checkpoint(); // what an answer of this chat has so far is then all in the database
    const Result<ChatRecord> record = m_store.chat(chat);
    if (!record) {
        report(record.error());
        startNewChat();
        return;
    }
    Result<MessageTree> tree = m_store.messages(chat);
    if (!tree) {
        report(tree.error());
        return;
    }
    const bool isSame = chat == m_chat.id;
    m_chat = *record;
    m_tree = std::move(*tree);
    m_path = m_tree.path();
    if (!isSame)
        m_draft = m_store.draft(chat);
    (void)good(m_store.setUnread(chat, false));
    emit opened();
    emit stored(chat);
}

void ChatSession::refreshPath()
{
    m_path = m_tree.path();
    emit messagesChanged();
    emit stored(m_chat.id);
}

void ChatSession::send(const QString& text)
{
    const bool isEmpty = text.trimmed().isEmpty();
    if (!canSend() || (isEmpty && (!isCompletion() || m_path.empty())))
        return;
    if (isEmpty) {
        answerBelow(m_path.back().id);
        return;
    }
    if (!storeUserMessage(text))
        return;
    replaceDraft({});
    answerBelow(m_path.back().id);
}

bool ChatSession::storeUserMessage(const QString& text)
{
    if (m_chat.id == 0) {
        const auto started = m_store.startChat(titleFromText(text), m_chat.systemPrompt, text);
        if (!started) {
            report(started.error());
            return false;
        }
        (void)good(m_store.setDraft(0, {})); // it became this message
        m_chat.id = started->chat;
        m_chat.title = titleFromText(text);
        m_tree.add(started->message);
        emit titleChanged();
    } else {
        NewMessage message;
        message.chat = m_chat.id;
        message.parent = m_path.empty() ? 0 : m_path.back().id;
        message.text = text;
        const Result<MessageRecord> record = m_store.addUserMessage(message);
        if (!record) {
            report(record.error());
            return false;
        }
        m_tree.add(*record);
        if (m_path.empty()
            && good(m_store.rename(m_chat.id, titleFromText(text)))) { // its first message was taken back
            m_chat.title = titleFromText(text);
            emit titleChanged();
        }
    }
    refreshPath();
    return true;
}

void ChatSession::answerBelow(MessageId parent, const AnswerWish& wish)
{
    NewMessage answer;
    answer.chat = m_chat.id;
    answer.parent = parent;
    answer.role = MessageRole::Assistant;
    answer.state = AnswerState::Incomplete;
    if (const auto model = m_engine.loadedModel()) {
        answer.modelKey = model->modelKey;
        answer.modelTitle = model->title;
    }
    const Result<MessageRecord> record = m_store.addAnswer(answer);
    if (!record) {
        report(record.error());
        return;
    }
    m_tree.add(*record);
    m_tree.show(record->id);
    refreshPath();
    m_desk.begin(m_chat.id, record->id, wish);
}

void ChatSession::stop()
{
    const ChatActivityKind kind = activity().kind;
    if (kind == ChatActivityKind::WaitingForModel || kind == ChatActivityKind::Queued)
        takeBack(); // nothing was written yet: the words come back
    else
        m_desk.stop(m_chat.id);
}

void ChatSession::takeBack()
{
    const ChatActivity now = activity();
    if (now.kind != ChatActivityKind::WaitingForModel && now.kind != ChatActivityKind::Queued)
        return;
    const MessageRecord* answer = m_tree.find(now.answer);
    const MessageRecord* question = answer ? m_tree.find(answer->parent) : nullptr;
    if (!question || question->role != MessageRole::User || !answer->text.isEmpty()) {
        m_desk.stop(m_chat.id); // it was to be regenerated or continued: there are no words to give back
        return;
    }
    const MessageRecord words = *question;
    const MessageId emptyAnswer = answer->id;
    m_desk.stop(m_chat.id);
    // First the draft is safe, then the message goes.
    replaceDraft(m_draft.isEmpty() ? words.text : words.text + u'\n' + m_draft);
    saveDraft();
    if (good(m_store.takeBack(m_chat.id, words.id, emptyAnswer)))
        readChat(m_chat.id);
}

void ChatSession::regenerate(MessageId answer)
{
    const MessageRecord* record = m_tree.find(answer);
    if (record && record->role == MessageRole::Assistant && canSend())
        answerBelow(record->parent);
}

void ChatSession::regenerateWithPenalty(MessageId answer)
{
    const MessageRecord* record = m_tree.find(answer);
    if (!record || record->role != MessageRole::Assistant || !canSend())
        return;
    const double before = record->statistics ? record->statistics->sampling.repetitionPenalty : 1;
    AnswerWish wish;
    wish.repetitionPenalty = penaltyAfterRepetition(before);
    answerBelow(record->parent, wish);
}

void ChatSession::continueAnswer(MessageId answer)
{
    MessageRecord* record = m_tree.find(answer);
    if (!record || record->role != MessageRole::Assistant || !canSend())
        return;
    const bool isBlank = record->text.isEmpty() && record->thinking.isEmpty();
    m_tree.show(answer);
    if (!good(m_store.beginAnswer(answer, record->modelKey, record->modelTitle)))
        return;
    record->state = AnswerState::Incomplete;
    refreshPath();
    m_desk.begin(m_chat.id, answer, { .continuesAnswer = !isBlank, .repetitionPenalty = {} });
}

void ChatSession::edit(MessageId userMessage, const QString& text)
{
    const MessageRecord* record = m_tree.find(userMessage);
    if (!record || record->role != MessageRole::User || text.trimmed().isEmpty() || !canSend())
        return;
    NewMessage message;
    message.chat = m_chat.id;
    message.parent = record->parent;
    message.text = text;
    const Result<MessageRecord> edited = m_store.addUserMessage(message);
    if (!edited) {
        report(edited.error());
        return;
    }
    m_tree.add(*edited);
    m_tree.show(edited->id);
    refreshPath();
    answerBelow(edited->id);
}

void ChatSession::showVersion(MessageId message, int versionIndex)
{
    const std::vector<MessageId> versions = m_tree.versions(message);
    if (versionIndex < 0 || versionIndex >= static_cast<int>(versions.size()))
        return;
    const MessageId shown = versions[static_cast<std::size_t>(versionIndex)];
    if (!good(m_store.choose(m_chat.id, *m_tree.find(shown))))
        return;
    m_tree.show(shown);
    refreshPath();
}

void ChatSession::branch(MessageId upTo)
{
    m_desk.checkpoint();
    const std::vector<MessageRecord> path = m_tree.pathTo(upTo);
    if (path.empty())
        return;
    const Result<ChatId> chat = m_store.addBranch(m_chat, path);
    if (!chat) {
        report(chat.error());
        return;
    }
    openChat(*chat);
}

void ChatSession::setDraft(const QString& text)
{
    if (text == m_draft)
        return;
    m_draft = text;
    m_draftTimer.start();
    emit draftChanged();
}

void ChatSession::saveDraft()
{
    m_draftTimer.stop();
    if (m_draft == m_store.draft(m_chat.id))
        return;
    if (good(m_store.setDraft(m_chat.id, m_draft)) && m_chat.id != 0)
        emit stored(m_chat.id);
}

void ChatSession::replaceDraft(const QString& text)
{
    m_draft = text;
    saveDraft();
    emit draftReplaced(text);
    emit draftChanged();
}

void ChatSession::setSystemPrompt(const QString& text)
{
    if (text == m_chat.systemPrompt)
        return;
    if (m_chat.id != 0 && !good(m_store.setSystemPrompt(m_chat.id, text)))
        return;
    m_chat.systemPrompt = text;
    emit systemPromptChanged();
}

MessageRecord* ChatSession::onPath(MessageId message)
{
    const auto found = std::ranges::find(m_path, message, &MessageRecord::id);
    return found == m_path.end() ? nullptr : &*found;
}

void ChatSession::takeBegan(ChatId chat, MessageId answer, const QString& modelKey, const QString& modelTitle)
{
    if (chat != m_chat.id)
        return;
    for (MessageRecord* record : { m_tree.find(answer), onPath(answer) }) {
        if (record) {
            record->modelKey = modelKey;
            record->modelTitle = modelTitle;
        }
    }
    m_chat.modelKey = modelKey;
    m_chat.modelTitle = modelTitle;
    emit messageUpdated(answer);
}

void ChatSession::takeText(ChatId chat, MessageId answer, const QString& text, bool isThinking)
{
    if (chat != m_chat.id)
        return;
    for (MessageRecord* record : { m_tree.find(answer), onPath(answer) }) {
        if (record)
            (isThinking ? record->thinking : record->text) += text;
    }
    if (onPath(answer))
        emit textAppended(answer, text, isThinking);
}

void ChatSession::takeEnded(
    ChatId chat, MessageId answer, AnswerState state, const std::optional<AnswerStatistics>& statistics)
{
    if (chat != m_chat.id) {
        (void)good(m_store.setUnread(chat, true));
        emit stored(chat);
        return;
    }
    for (MessageRecord* record : { m_tree.find(answer), onPath(answer) }) {
        if (record) {
            record->state = state;
            if (statistics)
                record->statistics = statistics;
        }
    }
    emit messageUpdated(answer);
    emit stored(chat);
}

bool ChatSession::good(const Result<void>& result)
{
    if (!result)
        report(result.error());
    return result.has_value();
}

void ChatSession::report(const Error& error)
{
    m_notices.post({ NoticeKind::DatabaseWriteFailed, {}, error, QDateTime::currentDateTime() });
}

} // namespace moru
