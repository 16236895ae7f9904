#include "ui/widgets/figure_rows.h"

#include "ui/theme/fonts.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"

#include <QFontMetrics>
#include <QPaintEvent>
#include <QPainter>

namespace moru {

namespace {
constexpr int kRowHeight = 19;
constexpr int kSquare = 9;
} // namespace

FigureRows::FigureRows(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    keepStyled(this, [this] { updateGeometry(); });
}

void FigureRows::setRows(std::vector<Row> rows)
{
    if (rows == rows_)
        return;
    const bool resized = rows.size() != rows_.size();
    const int rowHeight = scaled(kRowHeight);
    for (std::size_t i = 0; !resized && i < rows.size(); ++i)
        if (rows[i] != rows_[i])
            update(0, static_cast<int>(i) * rowHeight, width(), rowHeight);
    rows_ = std::move(rows);
    QStringList spoken;
    for (const Row& row : rows_)
        spoken << row.name + QLatin1Char(' ') + row.figure;
    setAccessibleDescription(spoken.join(QStringLiteral(", ")));
    if (!resized)
        return;
    updateGeometry();
    update();
}

void FigureRows::setLastColumnWidth(int pixels)
{
    lastColumnWidth_ = pixels;
    update();
}

QSize FigureRows::sizeHint() const
{
    return { scaled(120), static_cast<int>(rows_.size()) * scaled(kRowHeight) };
}

void FigureRows::paintEvent(QPaintEvent* event)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int rowHeight = scaled(kRowHeight);
    const int lastColumn = scaled(lastColumnWidth_);
    int y = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i, y += rowHeight) {
        const Row& row = rows_[i];
        if (!event->region().intersects(QRect(0, y, width(), rowHeight)))
            continue;
        int x = 0;
        if (row.color) {
            const int side = scaled(kSquare);
            const QColor color = colors.*row.color;
            painter.setPen(Qt::NoPen);
            painter.setBrush(row.hatched ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
            painter.drawRoundedRect(QRectF(0, y + (rowHeight - side) / 2.0, side, side), 2, 2);
            x = side + scaled(6);
        }
        const QFont font = uiFont(TextSize::Table, row.strong ? QFont::DemiBold : QFont::Normal);
        painter.setFont(font);
        const QRect figureArea(width() - lastColumn, y, lastColumn, rowHeight);
        painter.setPen(colors.text);
        painter.drawText(figureArea, Qt::AlignRight | Qt::AlignVCenter, row.figure);
        int right = figureArea.left() - scaled(8);
        if (!row.quiet.isEmpty()) {
            painter.setFont(uiFont(TextSize::Table));
            painter.setPen(colors.text3);
            painter.drawText(QRect(0, y, right, rowHeight), Qt::AlignRight | Qt::AlignVCenter, row.quiet);
            right -= QFontMetrics(painter.font()).horizontalAdvance(row.quiet) + scaled(8);
            painter.setFont(font);
        }
        painter.setPen(row.strong ? colors.text : colors.text2);
        const QString name = QFontMetrics(font).elidedText(row.name, Qt::ElideRight, right - x);
        painter.drawText(QRect(x, y, right - x, rowHeight), Qt::AlignLeft | Qt::AlignVCenter, name);
    }
}

} // namespace moru
