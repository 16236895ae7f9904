#include "ui/views/message_column.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme_colors.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace moru {

namespace {
constexpr int kWidest = 720;
constexpr int kSideMargin = 24;
constexpr int kRightMargin = 12;
constexpr int kTopMargin = 16;
constexpr int kBottomMargin = 12;
constexpr int kGap = 14;
} // namespace

MessageColumn::MessageColumn(QWidget* parent)
    : QWidget(parent)
{
    // It paints its own ground: what is opaque is moved when the conversation scrolls, not painted again.
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAttribute(Qt::WA_StaticContents);
}

void MessageColumn::paintEvent(QPaintEvent* event)
{
    QPainter(this).fillRect(event->rect(), themeColors().base);
}

void MessageColumn::insertItem(qsizetype index, ColumnItem* item)
{
    item->setParent(this);
    items_.insert(index, item);
    places_.insert(index, Place {});
    connect(item, &ColumnItem::heightChanged, this, [this, item] { itemChanged(item); });
    item->show();
    itemChanged(item);
}

void MessageColumn::removeItem(ColumnItem* item)
{
    const qsizetype index = items_.indexOf(item);
    if (index < 0)
        return;
    items_.removeAt(index);
    places_.removeAt(index);
    item->disconnect(this);
    item->hide();
    item->deleteLater();
    if (!items_.isEmpty())
        itemChanged(items_.last());
    else
        layoutNow();
}

void MessageColumn::itemChanged(ColumnItem* item)
{
    const qsizetype index = items_.indexOf(item);
    if (index < 0)
        return;
    places_[index].height = -1;
    if (pending_)
        return;
    pending_ = true;
    // Once for all changes of one event, e.g. text and statistics of the same batch.
    QMetaObject::invokeMethod(this, [this] { layoutNow(); }, Qt::QueuedConnection);
}

void MessageColumn::setViewport(QSize viewport, int fullWidth)
{
    fullWidth_ = fullWidth;
    if (viewport.width() != viewport_.width())
        for (Place& place : places_)
            place.height = -1;
    viewport_ = viewport;
    layoutNow();
}

void MessageColumn::layoutNow()
{
    pending_ = false;
    if (viewport_.isEmpty())
        return;
    const int columnWidth = std::min(fullWidth_ - 2 * kSideMargin, scaled(kWidest));
    const int left = std::min((fullWidth_ - columnWidth) / 2, viewport_.width() - columnWidth - kRightMargin);
    int content = kTopMargin + kBottomMargin;
    for (qsizetype i = 0; i < items_.size(); ++i) {
        if (places_[i].height < 0) {
            places_[i].height = items_[i]->layoutColumn(columnWidth);
            ++measured_;
        }
        if (!items_[i]->isHidden())
            content += places_[i].height + (i > 0 ? kGap : 0);
    }
    const int height = std::max(content, viewport_.height());
    int y = height - content + kTopMargin;
    for (qsizetype i = 0; i < items_.size(); ++i) {
        if (items_[i]->isHidden())
            continue;
        items_[i]->setGeometry(left, y, columnWidth, places_[i].height);
        y += places_[i].height + kGap;
    }
    resize(viewport_.width(), height);
    emit heightSettled();
}

} // namespace moru
