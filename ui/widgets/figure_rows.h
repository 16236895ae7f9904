#pragma once

#include <QColor>
#include <QWidget>

#include <vector>

namespace moru {

struct ThemeColors;

/// Rows of "■ name … quiet figure … figure", painted in one go: legends and ledgers that change ten times a
/// second must not cost a layout. Screen readers get all rows as one description.
class FigureRows final : public QWidget {
    Q_OBJECT

public:
    struct Row {
        QString name;
        QString quiet; ///< Middle column; empty for none.
        QString figure;
        QColor ThemeColors::* color = nullptr; ///< Square in front; null for none.
        bool hatched = false;
        bool strong = false; ///< A sum.

        bool operator==(const Row&) const = default;
    };

    explicit FigureRows(QWidget* parent = nullptr);

    void setRows(std::vector<Row> rows);
    void setLastColumnWidth(int pixels); ///< At 100 %.
    [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<Row> rows_;
    int lastColumnWidth_ = 44;
};

} // namespace moru
