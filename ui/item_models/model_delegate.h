#pragma once

#include <QStyledItemDelegate>

namespace moru {

/// Paints a row of the model picker: state as icon and word, what the model is as chips, memory at the right.
class ModelDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace moru
