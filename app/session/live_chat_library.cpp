#include "app/session/live_chat_library.h"

#include "app/chats/chat_export.h"

#include <algorithm>

namespace moru {

namespace {

constexpr int kWatchMs = 2000;

Result<void> writeCopy(const ChatStore& store, ChatId chat, const QString& path)
{
    const Result<ChatRecord> record = store.chat(chat);
    if (!record)
        return std::unexpected(record.error());
    const Result<MessageTree> tree = store.messages(chat);
    if (!tree)
        return std::unexpected(tree.error());
    return writeChatCopy({ record->title, record->systemPrompt, tree->path() }, path);
}

} // namespace

LiveChatLibrary::LiveChatLibrary(ChatStore& store, AnswerDesk& desk, NoticeList& notices, QObject* parent)
    : ChatLibrary(parent)
    , m_store(store)
    , m_desk(desk)
    , m_notices(notices)
{
    connect(&desk, &AnswerDesk::activityChanged, this, &LiveChatLibrary::update);
    connect(&desk, &AnswerDesk::answerBegan, this, &LiveChatLibrary::refresh);
    connect(&m_watch, &QTimer::timeout, this, &LiveChatLibrary::lookForOthers);
    refresh();
}

void LiveChatLibrary::refresh()
{
    Result<std::vector<ChatSummary>> chats = m_store.chats(false);
    Result<std::vector<ChatSummary>> bin = m_store.chats(true);
    if (!chats || !bin) {
        reportReading(chats ? bin.error() : chats.error());
        return; // what was read before stays on screen
    }
    m_chats = std::move(*chats);
    m_bin = std::move(*bin);
    for (ChatSummary& summary : m_chats)
        summary.activity = m_desk.activity(summary.id);
    emit changed();
}

void LiveChatLibrary::update(ChatId chat)
{
    const auto row = std::ranges::find(m_chats, chat, &ChatSummary::id);
    if (row == m_chats.end())
        return;
    row->activity = m_desk.activity(chat);
    emit activityChanged(chat);
}

std::vector<ChatSummary> LiveChatLibrary::search(const QString& text) const
{
    Result<std::vector<ChatSummary>> found = m_store.search(text);
    if (!found) {
        reportReading(found.error());
        return {};
    }
    for (ChatSummary& summary : *found)
        summary.activity = m_desk.activity(summary.id);
    return std::move(*found);
}

void LiveChatLibrary::rename(ChatId chat, const QString& title)
{
    const QString name = title.simplified();
    if (name.isEmpty() || !good(m_store.rename(chat, name)))
        return;
    refresh();
    emit renamed(chat);
}

void LiveChatLibrary::moveToBin(ChatId chat)
{
    m_desk.stop(chat);
    if (!good(m_store.setDeleted(chat, true)))
        return;
    refresh();
    emit movedToBin(chat);
}

void LiveChatLibrary::restore(ChatId chat)
{
    if (good(m_store.setDeleted(chat, false)))
        refresh();
}

void LiveChatLibrary::deleteForever(ChatId chat)
{
    if (good(m_store.deleteForever(chat)))
        refresh();
}

void LiveChatLibrary::emptyBin()
{
    if (good(m_store.emptyBin()))
        refresh();
}

void LiveChatLibrary::exportChat(ChatId chat, const QString& path)
{
    const Result<void> written = writeCopy(m_store, chat, path);
    m_notices.withdraw({ NoticeKind::ChatExported, NoticeKind::ChatNotExported }); // of an earlier attempt
    const QDateTime now = QDateTime::currentDateTime();
    if (written)
        m_notices.post({ NoticeKind::ChatExported, path, {}, now });
    else
        m_notices.post({ NoticeKind::ChatNotExported, {}, written.error(), now });
}

void LiveChatLibrary::watchOthers()
{
    m_dataVersion = m_store.dataVersion();
    m_watch.start(kWatchMs);
}

void LiveChatLibrary::lookForOthers()
{
    const qint64 version = m_store.dataVersion();
    if (version == m_dataVersion)
        return;
    m_dataVersion = version;
    refresh();
    emit changedByOthers();
}

void LiveChatLibrary::reportReading(Error error) const
{
    // SQLite's codes do not say what was being done.
    if (error.code == ErrorCode::WriteFailed)
        error.code = ErrorCode::ReadFailed;
    m_notices.post({ NoticeKind::DatabaseReadFailed, {}, std::move(error), QDateTime::currentDateTime() });
}

bool LiveChatLibrary::good(const Result<void>& written)
{
    if (!written)
        m_notices.post(
            { NoticeKind::DatabaseWriteFailed, {}, written.error(), QDateTime::currentDateTime() });
    return written.has_value();
}

} // namespace moru
