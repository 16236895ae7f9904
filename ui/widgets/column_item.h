#pragma once

#include <QWidget>

namespace moru {

/// A widget of a column that tells its height for a width, without Qt's layouts: a conversation lays out what
/// changed and what stands below it, so streaming does not cost more in a long chat.
class ColumnItem : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Places the children for this width and returns the height that is needed.
    virtual int layoutColumn(int width) = 0;

signals:
    /// The height may have changed; the column asks layoutColumn again.
    void heightChanged();
};

} // namespace moru
