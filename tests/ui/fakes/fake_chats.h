#pragma once

#include "app/interfaces/chat_library.h"
#include "app/interfaces/notice_board.h"

#include <algorithm>

namespace moru::test {

/// Chats in two lists; the bin works, search looks into titles.
class FakeChats final : public ChatLibrary {
    Q_OBJECT

public:
    const std::vector<ChatSummary>& chats() const override { return list; }
    const std::vector<ChatSummary>& bin() const override { return deleted; }
    std::vector<ChatSummary> search(const QString& text) const override
    {
        std::vector<ChatSummary> found;
        std::copy_if(list.begin(), list.end(), std::back_inserter(found),
            [&](const ChatSummary& chat) { return chat.title.contains(text, Qt::CaseInsensitive); });
        return found;
    }
    void rename(ChatId chat, const QString& title) override
    {
        for (ChatSummary& summary : list)
            if (summary.id == chat)
                summary.title = title;
        emit changed();
    }
    void moveToBin(ChatId chat) override { move(chat, list, deleted); }
    void restore(ChatId chat) override { move(chat, deleted, list); }
    void deleteForever(ChatId) override { }
    void emptyBin() override
    {
        deleted.clear();
        emit changed();
    }

    ChatSummary& add(
        ChatId id, const QString& title, const QDateTime& updatedAt = QDateTime::currentDateTime())
    {
        ChatSummary chat;
        chat.id = id;
        chat.title = title;
        chat.modelTitle = QStringLiteral("SmolLM2 135M Instruct");
        chat.updatedAt = updatedAt;
        list.push_back(chat);
        return list.back();
    }

    void exportChat(ChatId chat, const QString& path) override { exported.emplace_back(chat, path); }

    std::vector<std::pair<ChatId, QString>> exported;
    std::vector<ChatSummary> list;
    std::vector<ChatSummary> deleted;

private:
    void move(ChatId chat, std::vector<ChatSummary>& from, std::vector<ChatSummary>& to)
    {
        const auto found
            = std::find_if(from.begin(), from.end(), [chat](const ChatSummary& s) { return s.id == chat; });
        if (found == from.end())
            return;
        to.push_back(*found);
        from.erase(found);
        emit changed();
    }
};

class FakeNotices final : public NoticeBoard {
    Q_OBJECT

public:
    const std::vector<Notice>& notices() const override { return list; }
    void post(const Notice& notice) override
    {
        list.push_back(notice);
        emit changed();
    }
    void dismiss(int index) override
    {
        list.erase(list.begin() + index);
        emit changed();
    }

    std::vector<Notice> list;
};

} // namespace moru::test
