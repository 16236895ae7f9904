#include "ui/views/chat_list_view.h"

#include "app/interfaces/chat_library.h"
#include "app/interfaces/conversation.h"
#include "ui/item_models/chat_delegate.h"
#include "ui/item_models/chat_item_model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/views/confirm_dialog.h"
#include "ui/views/empty_state.h"
#include "ui/widgets/note_box.h"
#include "ui/widgets/text_button.h"
#include "ui/windows/shortcuts.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <algorithm>

namespace moru {

namespace {

/// A title as the name of a file, without what file systems do not take or people would not type.
QString fileNameFrom(const QString& title)
{
    static const QRegularExpression unusable(QStringLiteral(R"([\x00-\x1f/\\:*?"<>|]+)"));
    constexpr int kMostLetters = 60;
    QString name
        = QString(title).replace(unusable, QStringLiteral(" ")).simplified().left(kMostLetters).trimmed();
    while (name.startsWith(QLatin1Char('.')))
        name.remove(0, 1);
    name = name.trimmed();
    return name.isEmpty() ? QStringLiteral("chat") : name;
}

} // namespace

ChatListView::ChatListView(ChatLibrary& library, Conversation& conversation, QWidget* parent)
    : QWidget(parent)
    , library_(library)
    , conversation_(conversation)
    , model_(new ChatItemModel(library, this))
    , search_(new QLineEdit)
    , list_(new QListView)
    , empty_(new EmptyState(QStringLiteral("search")))
    , undo_(new NoteBox(NoteKind::Plain, QStringLiteral("delete")))
    , bin_(new TextButton(QStringLiteral("quiet"), QStringLiteral("delete")))
    , emptyBin_(new TextButton(QStringLiteral("flat small")))
{
    search_->setClearButtonEnabled(true);
    search_->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    list_->setModel(model_);
    list_->setItemDelegate(new ChatDelegate(list_));
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setContextMenuPolicy(Qt::CustomContextMenu);
    list_->setMouseTracking(true);
    list_->setUniformItemSizes(false);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(4);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(10, 0, 10, 0);
    top->addWidget(search_);
    layout->addLayout(top);
    layout->addWidget(list_, 1);
    layout->addWidget(empty_, 1);
    auto* undoRow = new QHBoxLayout;
    undoRow->setContentsMargins(8, 0, 8, 0);
    undoRow->addWidget(undo_);
    layout->addLayout(undoRow);
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(6, 3, 6, 3);
    bottom->addWidget(bin_);
    bottom->addStretch();
    bottom->addWidget(emptyBin_);
    layout->addLayout(bottom);
    undo_->hide();

    search_->installEventFilter(this);
    list_->installEventFilter(this);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        model_->setContent(ChatItemModel::Content::Chats);
        model_->setSearch(text);
        refresh();
    });
    connect(list_, &QListView::clicked, this, &ChatListView::open);
    connect(list_, &QListView::activated, this, &ChatListView::open);
    connect(list_, &QListView::customContextMenuRequested, this, &ChatListView::showMenu);
    connect(empty_, &EmptyState::actionTriggered, search_, &QLineEdit::clear);
    connect(bin_, &QPushButton::clicked, this, &ChatListView::toggleBin);
    connect(emptyBin_, &QPushButton::clicked, this, [this] {
        if (confirm(this, tr("Delete all chats in the bin? This cannot be undone."), tr("Empty bin")))
            library_.emptyBin();
    });
    connect(undo_, &NoteBox::actionTriggered, this, [this] {
        library_.restore(deleted_);
        undo_->hide();
    });
    connect(&library_, &ChatLibrary::changed, this, &ChatListView::refresh);
    connect(&conversation_, &Conversation::opened, this, &ChatListView::selectOpenChat);
    connect(&conversation_, &Conversation::messagesChanged, this, &ChatListView::selectOpenChat);
    keepStyled(this, [this] { list_->doItemsLayout(); });
    keepTranslated(this, [this] {
        model_->retranslate();
        refresh();
    });
}

void ChatListView::refresh()
{
    const bool bin = model_->content() == ChatItemModel::Content::Bin;
    search_->setPlaceholderText(tr("Search chats"));
    search_->setAccessibleName(tr("Search chats"));
    search_->setToolTip(QStringLiteral("%1 (%2)").arg(
        tr("Search chats"), shortcut(ShortcutId::SearchChats).toString(QKeySequence::NativeText)));
    list_->setAccessibleName(bin ? tr("Bin") : tr("Chats"));
    bin_->setIconName(bin ? QStringLiteral("chevron-left") : QStringLiteral("delete"));
    const int binned = static_cast<int>(library_.bin().size());
    bin_->setLabel(bin ? tr("Back to chats") : binned > 0 ? tr("Bin (%1)").arg(binned) : tr("Bin"));
    emptyBin_->setLabel(tr("Empty bin"));
    emptyBin_->setVisible(bin && binned > 0);
    undo_->setWords({}, tr("Chat deleted."));
    if (!undo_->isHidden())
        undo_->setAction(tr("Undo"));

    const bool nothing = model_->rowCount() == 0;
    const QString searched = search_->text().trimmed();
    list_->setVisible(!nothing);
    empty_->setVisible(nothing);
    empty_->setSentence(bin ? tr("The bin is empty.")
            : searched.isEmpty()
            ? tr("No chats yet. They are kept on this computer, and deleted ones can be restored.")
            : tr("No chat contains “%1”.").arg(searched));
    empty_->setAction(!bin && !searched.isEmpty() ? tr("Clear") : QString());
    selectOpenChat();
}

void ChatListView::selectOpenChat()
{
    const QModelIndex index = model_->indexOf(conversation_.chatId());
    if (index.isValid())
        list_->setCurrentIndex(index);
    else
        list_->selectionModel()->clear();
}

void ChatListView::open(const QModelIndex& index)
{
    const ChatSummary* chat = model_->summaryAt(index);
    if (!chat || model_->content() == ChatItemModel::Content::Bin)
        return;
    if (chat->id != conversation_.chatId()) {
        emit aboutToOpenChat();
        conversation_.openChat(chat->id);
    }
    emit chatOpened();
}

void ChatListView::toggleBin()
{
    search_->clear();
    model_->setContent(model_->content() == ChatItemModel::Content::Bin ? ChatItemModel::Content::Chats
                                                                        : ChatItemModel::Content::Bin);
    refresh();
}

void ChatListView::renameCurrent()
{
    const QModelIndex index = list_->hasFocus() && list_->currentIndex().isValid()
        ? list_->currentIndex()
        : model_->indexOf(conversation_.chatId());
    if (model_->summaryAt(index) && model_->content() == ChatItemModel::Content::Chats)
        list_->edit(index);
}

const ChatSummary* ChatListView::currentChat() const
{
    const ChatSummary* chat = list_->hasFocus() ? model_->summaryAt(list_->currentIndex()) : nullptr;
    if (chat)
        return chat;
    const auto& all = library_.chats(); // a search may hide the open one
    const auto open = std::ranges::find(all, conversation_.chatId(), &ChatSummary::id);
    return open == all.end() ? nullptr : &*open;
}

void ChatListView::moveCurrentToBin()
{
    if (const ChatSummary* chat = currentChat())
        moveToBin(chat->id);
}

void ChatListView::exportCurrent()
{
    if (const ChatSummary* chat = currentChat())
        exportChat(ChatSummary(*chat));
}

void ChatListView::exportChat(const ChatSummary& chat)
{
    const QString markdown = tr("Markdown (*.md)");
    const QString json = tr("JSON (*.json)");
    QFileDialog dialog(this, tr("Save the chat as a file"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters({ markdown, json });
    dialog.setDefaultSuffix(QStringLiteral("md"));
    connect(&dialog, &QFileDialog::filterSelected, &dialog, [&](const QString& filter) {
        dialog.setDefaultSuffix(filter == json ? QStringLiteral("json") : QStringLiteral("md"));
    });
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    dialog.setDirectory(QDir(documents).exists() ? documents : QDir::homePath());
    dialog.selectFile(fileNameFrom(chat.title));
    if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty())
        library_.exportChat(chat.id, dialog.selectedFiles().constFirst());
}

void ChatListView::moveToBin(ChatId chat)
{
    if (chat == 0 || model_->content() == ChatItemModel::Content::Bin)
        return;
    const bool wasOpen = chat == conversation_.chatId();
    library_.moveToBin(chat);
    if (wasOpen && conversation_.chatId() == chat)
        conversation_.startNewChat();
    deleted_ = chat;
    undo_->setAction(tr("Undo"));
    undo_->show();
}

void ChatListView::showMenu(const QPoint& position)
{
    const ChatSummary* found = model_->summaryAt(list_->indexAt(position));
    if (!found)
        return;
    const ChatSummary chat = *found;
    const QModelIndex index = list_->indexAt(position);
    QMenu menu(this);
    if (model_->content() == ChatItemModel::Content::Bin) {
        connect(menu.addAction(tr("Restore")), &QAction::triggered, this,
            [this, id = chat.id] { library_.restore(id); });
        connect(menu.addAction(tr("Delete for ever…")), &QAction::triggered, this, [this, chat] {
            if (confirm(
                    this, tr("Delete “%1” for ever? This cannot be undone.").arg(chat.title), tr("Delete")))
                library_.deleteForever(chat.id);
        });
    } else {
        QAction* rename = menu.addAction(tr("Rename"));
        rename->setShortcut(shortcut(ShortcutId::RenameChat));
        connect(rename, &QAction::triggered, this, [this, index] { list_->edit(index); });
        QAction* save = menu.addAction(tr("Save as a file…"));
        save->setShortcut(shortcut(ShortcutId::ExportChat));
        connect(save, &QAction::triggered, this, [this, chat] { exportChat(chat); });
        QAction* remove = menu.addAction(tr("Move to bin"));
        remove->setShortcut(shortcut(ShortcutId::DeleteChat));
        connect(remove, &QAction::triggered, this, [this, id = chat.id] { moveToBin(id); });
    }
    menu.exec(list_->viewport()->mapToGlobal(position));
    if (!list_->hasFocus() && !isRenaming())
        selectOpenChat();
}

bool ChatListView::isRenaming() const
{
    return list_->isAncestorOf(QApplication::focusWidget());
}

bool ChatListView::eventFilter(QObject* watched, QEvent* event)
{
    // Esc clears the search before it stops an answer.
    if (watched == search_ && event->type() == QEvent::ShortcutOverride && !search_->text().isEmpty()
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Down) {
            if (!list_->currentIndex().isValid())
                list_->setCurrentIndex(model_->firstChat());
            list_->setFocus();
            return true;
        }
        if (key->key() == Qt::Key_Escape && !search_->text().isEmpty()) {
            search_->clear();
            return true;
        }
    }
    // What was walked over and not opened is not the chat that one sees.
    if (watched == list_ && event->type() == QEvent::FocusOut) {
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason && !isRenaming())
            selectOpenChat();
    }
    return QWidget::eventFilter(watched, event);
}

void ChatListView::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), themeColors().window);
}

} // namespace moru
