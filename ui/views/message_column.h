#pragma once

#include "ui/widgets/column_item.h"

#include <QList>

namespace moru {

/// Items below each other with a gap, at most 720 px wide and centred, standing at the bottom of the page
/// while they are few. A change of one item's height moves only what is below it.
class MessageColumn final : public QWidget {
    Q_OBJECT

public:
    explicit MessageColumn(QWidget* parent = nullptr);

    void insertItem(qsizetype index, ColumnItem* item);
    void removeItem(ColumnItem* item); ///< Deletes it.
    [[nodiscard]] const QList<ColumnItem*>& items() const { return items_; }

    /// Lays everything out again when the width changed. `fullWidth` counts the scroll bar too: the column is
    /// centred in it, so that it stands above the composer with and without the bar.
    void setViewport(QSize viewport, int fullWidth);
    void layoutNow(); ///< Measures what changed, at once.
    [[nodiscard]] int measuredItems() const { return measured_; } ///< How many items were measured so far.

signals:
    void heightSettled(); ///< After a change was laid out.

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Place {
        int height = -1; ///< Negative: to be measured.
    };

    void itemChanged(ColumnItem* item);

    QList<ColumnItem*> items_;
    QList<Place> places_;
    QSize viewport_;
    int fullWidth_ = 0;
    bool pending_ = false;
    int measured_ = 0;
};

} // namespace moru
