#include "ui/views/message_item.h"

#include "ui/theme/focus_ring.h"
#include "ui/views/message_actions.h"

#include <QKeyEvent>

namespace moru {

MessageItem::MessageItem(MessageActions* actions, QWidget* parent)
    : ColumnItem(parent)
    , actions_(actions)
{
    actions_->setParent(this);
    setFocusPolicy(Qt::StrongFocus);
    FocusRing::include(this);
    connect(actions_, &MessageActions::regenerateRequested, this, [this] { emit regenerateRequested(id()); });
    connect(actions_, &MessageActions::continueRequested, this, [this] { emit continueRequested(id()); });
    connect(actions_, &MessageActions::branchRequested, this, [this] { emit branchRequested(id()); });
    connect(actions_, &MessageActions::versionRequested, this,
        [this](int index) { emit versionRequested(id(), index); });
}

void MessageItem::storeRecord(const MessageRecord& record)
{
    record_ = record;
    actions_->setVersions(record.versionIndex, record.versionCount);
    describe();
}

void MessageItem::setPosition(int index, int count)
{
    index_ = index;
    count_ = count;
    describe();
}

void MessageItem::describe()
{
    setAccessibleName(tr("Message %1 of %2, %3").arg(index_ + 1).arg(count_).arg(speaker()));
    setAccessibleDescription(record_.text);
}

void MessageItem::setLast(bool isLast)
{
    if (isLast_ == isLast)
        return;
    isLast_ = isLast;
    updateActions();
    emit heightChanged();
}

void MessageItem::setFocusWithin(bool within)
{
    focusWithin_ = within;
    updateActions();
}

bool MessageItem::actionsShown() const
{
    return isLast_ || hovered_ || focusWithin_;
}

void MessageItem::updateActions()
{
    const bool shown = actionsShown();
    if (shown && actions_->isHidden())
        actions_->raise();
    actions_->setVisible(shown);
}

void MessageItem::enterEvent(QEnterEvent*)
{
    hovered_ = true;
    updateActions();
}

void MessageItem::leaveEvent(QEvent*)
{
    hovered_ = false;
    updateActions();
}

void MessageItem::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)
        emit neighbourRequested(event->key() == Qt::Key_Up ? -1 : 1);
    else
        ColumnItem::keyPressEvent(event);
}

} // namespace moru
