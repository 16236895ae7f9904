#pragma once

#include "app/types/chat.h"

#include <QObject>

#include <vector>

namespace moru {

/// All chats: the list on the left, its search, and the bin.
class ChatLibrary : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Newest first, without those in the bin.
    [[nodiscard]] virtual const std::vector<ChatSummary>& chats() const = 0;
    /// Last deleted first.
    [[nodiscard]] virtual const std::vector<ChatSummary>& bin() const = 0;
    /// Chats whose title or messages hold all words of `text`, newest first, with an excerpt.
    [[nodiscard]] virtual std::vector<ChatSummary> search(const QString& text) const = 0;

    virtual void rename(ChatId chat, const QString& title) = 0;
    /// Into the bin. Ends what runs in it. `restore` undoes it, also after a restart.
    virtual void moveToBin(ChatId chat) = 0;
    virtual void restore(ChatId chat) = 0;
    /// Only from the bin, and the window asks first: this cannot be undone.
    virtual void deleteForever(ChatId chat) = 0;
    virtual void emptyBin() = 0;

    /// Writes the conversation as it is shown to a file: JSON where the name ends in ".json", else Markdown.
    /// A notice says how it went.
    virtual void exportChat(ChatId chat, const QString& path) = 0;

signals:
    /// Something in the list or the bin changed: read both again.
    void changed();
    /// Only the activity or unread mark of one chat changed; comes often while one is answered.
    void activityChanged(moru::ChatId chat);
};

} // namespace moru
