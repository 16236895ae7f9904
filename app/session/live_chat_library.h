#pragma once

#include "app/chats/chat_store.h"
#include "app/interfaces/chat_library.h"
#include "app/session/answer_desk.h"

#include <QTimer>

namespace moru {

/// The chat list over the database, with what happens in each chat now.
class LiveChatLibrary final : public ChatLibrary {
    Q_OBJECT
public:
    LiveChatLibrary(ChatStore& store, AnswerDesk& desk, NoticeList& notices, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<ChatSummary>& chats() const override { return m_chats; }
    [[nodiscard]] const std::vector<ChatSummary>& bin() const override { return m_bin; }
    [[nodiscard]] std::vector<ChatSummary> search(const QString& text) const override;
    void rename(ChatId chat, const QString& title) override;
    void moveToBin(ChatId chat) override;
    void restore(ChatId chat) override;
    void deleteForever(ChatId chat) override;
    void emptyBin() override;
    void exportChat(ChatId chat, const QString& path) override;

    void refresh();
    /// Looks now and then whether another run of the program has written.
    void watchOthers();

signals:
    void renamed(moru::ChatId chat);
    void movedToBin(moru::ChatId chat);
    void changedByOthers();

private:
    void update(ChatId chat);
    void lookForOthers();
    void reportReading(Error error) const;
    [[nodiscard]] bool good(const Result<void>& written);

    ChatStore& m_store;
    AnswerDesk& m_desk;
    NoticeList& m_notices;
    std::vector<ChatSummary> m_chats;
    std::vector<ChatSummary> m_bin;
    QTimer m_watch;
    qint64 m_dataVersion = 0;
};

} // namespace moru
