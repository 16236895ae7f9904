#include "ui/windows/tab_order.h"

#include <QWidget>

#include <algorithm>

namespace moru {

namespace {

constexpr int kRow = 10; // px: tops that differ by less stand beside each other

bool isStop(const QWidget* widget)
{
    return (widget->focusPolicy() & Qt::TabFocus) != 0 && !widget->focusProxy() && widget->isVisible()
        && widget->isEnabled();
}

/// From top to bottom, in a row from left to right.
void sortAsRead(QList<QWidget*>& beside)
{
    std::ranges::sort(beside, {}, &QWidget::y);
    for (auto row = beside.begin(); row != beside.end();) {
        const auto end = std::find_if(row, beside.end(),
            [top = (*row)->y()](const QWidget* widget) { return widget->y() - top >= kRow; });
        std::ranges::sort(row, end, {}, &QWidget::x);
        row = end;
    }
}

/// A widget, then what is in it: so that what scrolls keeps its place among what does not.
void addStops(QWidget* widget, QList<QWidget*>& stops)
{
    if (isStop(widget))
        stops.append(widget);
    QList<QWidget*> inside = widget->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    inside.removeIf([](const QWidget* child) { return !child->isVisible() || child->isWindow(); });
    sortAsRead(inside);
    for (QWidget* child : std::as_const(inside))
        addStops(child, stops);
}

} // namespace

QWidget* nextTabStop(const QList<QWidget*>& parts, const QWidget* from, bool forward)
{
    QList<QWidget*> stops;
    qsizetype firstOfPart = 0; // of the part that `from` is in
    for (QWidget* part : parts) {
        if (from && (part == from || part->isAncestorOf(from)))
            firstOfPart = stops.size();
        addStops(part, stops);
    }
    if (stops.isEmpty())
        return nullptr;
    const qsizetype count = stops.size();
    const qsizetype at = stops.indexOf(from);
    const qsizetype after = at < 0 ? firstOfPart : at + 1;
    const qsizetype before = (at < 0 ? firstOfPart : at) - 1;
    return stops[((forward ? after : before) + count) % count];
}

} // namespace moru
