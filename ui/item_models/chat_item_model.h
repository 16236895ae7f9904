#pragma once

#include "app/types/chat.h"

#include <QAbstractListModel>

#include <vector>

namespace moru {

class ChatLibrary;

/// Rows of the chat list: titles of sections (Today, Yesterday …) and chats; or what a search found; or the
/// bin.
class ChatItemModel final : public QAbstractListModel {
    Q_OBJECT

public:
    enum class Content { Chats, Bin };
    enum Role { IsSectionRole = Qt::UserRole, ChatIdRole, SummaryRole };

    explicit ChatItemModel(ChatLibrary& library, QObject* parent = nullptr);

    void setSearch(const QString& text); ///< Empty: all chats.
    void setContent(Content content);
    [[nodiscard]] Content content() const { return content_; }
    [[nodiscard]] QModelIndex indexOf(ChatId chat) const;
    [[nodiscard]] QModelIndex firstChat() const; ///< Invalid where there is none.
    [[nodiscard]] const ChatSummary* summaryAt(const QModelIndex& index) const; ///< Null for a section.
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Row {
        QString section; ///< Set for a section row.
        ChatSummary chat;
    };

    void reload();
    void updateActivity(ChatId chat);

    ChatLibrary& library_;
    QString search_;
    Content content_ = Content::Chats;
    std::vector<Row> rows_;
};

} // namespace moru
