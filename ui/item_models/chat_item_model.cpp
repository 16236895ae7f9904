#include "ui/item_models/chat_item_model.h"

#include "app/interfaces/chat_library.h"
#include "ui/text/figures.h"

#include <algorithm>
#include <utility>

namespace moru {

namespace {

constexpr qint64 kDaysOfWeek = 7;

int sectionOf(const ChatSummary& chat)
{
    const qint64 days = chat.updatedAt.date().daysTo(QDate::currentDate());
    return days <= 0 ? 0 : days == 1 ? 1 : days < kDaysOfWeek ? 2 : 3;
}

} // namespace

ChatItemModel::ChatItemModel(ChatLibrary& library, QObject* parent)
    : QAbstractListModel(parent)
    , library_(library)
{
    connect(&library_, &ChatLibrary::changed, this, &ChatItemModel::reload);
    connect(&library_, &ChatLibrary::activityChanged, this, &ChatItemModel::updateActivity);
    reload();
}

void ChatItemModel::setSearch(const QString& text)
{
    if (search_ == text)
        return;
    search_ = text;
    reload();
}

void ChatItemModel::setContent(Content content)
{
    if (content_ == content)
        return;
    content_ = content;
    reload();
}

void ChatItemModel::retranslate()
{
    reload();
}

void ChatItemModel::reload()
{
    beginResetModel();
    rows_.clear();
    const bool bin = content_ == Content::Bin;
    const bool searching = !bin && !search_.trimmed().isEmpty();
    const std::vector<ChatSummary> chats = searching ? library_.search(search_)
        : bin                                        ? library_.bin()
                                                     : library_.chats();
    int section = -1;
    for (const ChatSummary& chat : chats) {
        if (const int now = sectionOf(chat); !searching && !bin && now != section) {
            section = now;
            const QString titles[] = { tr("Today"), tr("Yesterday"), tr("Last 7 days"), tr("Earlier") };
            rows_.push_back({ titles[section], {} });
        }
        rows_.push_back({ {}, chat });
    }
    endResetModel();
}

void ChatItemModel::updateActivity(ChatId chat)
{
    if (content_ == Content::Bin)
        return;
    const auto& chats = library_.chats();
    const auto fresh
        = std::find_if(chats.begin(), chats.end(), [&](const ChatSummary& s) { return s.id == chat; });
    const QModelIndex at = indexOf(chat);
    if (fresh == chats.end() || !at.isValid())
        return;
    ChatSummary& shown = rows_[static_cast<std::size_t>(at.row())].chat;
    const ChatActivity before = std::exchange(shown.activity, fresh->activity);
    const bool wasUnread = std::exchange(shown.hasUnreadAnswer, fresh->hasUnreadAnswer);
    // The row shows what kind of work it is, not each token of it.
    const bool looksTheSame = before.kind == shown.activity.kind
        && before.requestsAhead == shown.activity.requestsAhead && wasUnread == shown.hasUnreadAnswer;
    if (!looksTheSame)
        emit dataChanged(at, at);
}

QModelIndex ChatItemModel::indexOf(ChatId chat) const
{
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i].section.isEmpty() && rows_[i].chat.id == chat)
            return index(static_cast<int>(i));
    return {};
}

QModelIndex ChatItemModel::firstChat() const
{
    const auto first = std::ranges::find_if(rows_, [](const Row& row) { return row.section.isEmpty(); });
    return first == rows_.end() ? QModelIndex() : index(static_cast<int>(first - rows_.begin()));
}

const ChatSummary* ChatItemModel::summaryAt(const QModelIndex& at) const
{
    if (!at.isValid() || !rows_[static_cast<std::size_t>(at.row())].section.isEmpty())
        return nullptr;
    return &rows_[static_cast<std::size_t>(at.row())].chat;
}

int ChatItemModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant ChatItemModel::data(const QModelIndex& at, int role) const
{
    const Row& row = rows_[static_cast<std::size_t>(at.row())];
    switch (role) {
    case Qt::DisplayRole:
        return row.section.isEmpty() ? row.chat.title : row.section;
    case Qt::EditRole:
        return row.chat.title;
    case Qt::AccessibleTextRole:
        return row.section.isEmpty()
            ? QStringLiteral("%1, %2, %3")
                  .arg(row.chat.title, row.chat.modelTitle, dayText(row.chat.updatedAt))
            : row.section;
    case Qt::ToolTipRole:
        return row.section.isEmpty() ? row.chat.title : QString();
    case IsSectionRole:
        return !row.section.isEmpty();
    case ChatIdRole:
        return row.chat.id;
    default:
        return {};
    }
}

bool ChatItemModel::setData(const QModelIndex& at, const QVariant& value, int role)
{
    const ChatSummary* chat = summaryAt(at);
    const QString title = value.toString().trimmed();
    if (role != Qt::EditRole || !chat || title.isEmpty() || title == chat->title)
        return false;
    library_.rename(chat->id, title);
    return true;
}

Qt::ItemFlags ChatItemModel::flags(const QModelIndex& at) const
{
    if (!summaryAt(at))
        return Qt::NoItemFlags;
    const Qt::ItemFlags usual = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return content_ == Content::Chats ? usual | Qt::ItemIsEditable : usual;
}

} // namespace moru
