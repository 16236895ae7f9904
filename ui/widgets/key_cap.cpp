#include "ui/widgets/key_cap.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme_colors.h"

#include <QFontMetrics>
#include <QPainter>

namespace moru {

int keyCapWidth(const QString& key)
{
    return QFontMetrics(uiFont(TextSize::Hint)).horizontalAdvance(key) + scaled(10);
}

void paintKeyCap(QPainter& painter, QPoint leftMiddle, const QString& key, const ThemeColors& colors)
{
    const int height = scaled(16);
    const QRectF cap(
        leftMiddle.x() + 0.5, leftMiddle.y() - height / 2.0 + 0.5, keyCapWidth(key) - 1, height - 1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colors.line);
    painter.setBrush(colors.raised);
    painter.drawRoundedRect(cap, 3, 3);
    painter.setPen(colors.text2);
    painter.setFont(uiFont(TextSize::Hint));
    painter.drawText(cap, Qt::AlignCenter, key);
    painter.restore();
}

} // namespace moru
