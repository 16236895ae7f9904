#pragma once

#include <QList>

class QWidget;

namespace moru {

/// Where Tab goes from `from`: through the parts in their order, inside a part as one reads, and round again.
/// Null where no part takes the focus.
///
/// Not Qt's focus chain: it is one list that every new message and dock rearranges, and with docks in tabs it
/// led round two or three widgets for ever.
[[nodiscard]] QWidget* nextTabStop(const QList<QWidget*>& parts, const QWidget* from, bool forward);

} // namespace moru
