#include "ui/widgets/chip.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"

#include <QFontMetrics>
#include <QPainter>

namespace moru {

namespace {

constexpr int kHeight = 18;
constexpr int kIconSide = 12;

QFont chipFont()
{
    return uiFont(TextSize::Hint, QFont::Medium);
}

std::pair<QColor, QColor> groundAndInk(ChipKind kind, const ThemeColors& c)
{
    switch (kind) {
    case ChipKind::Plain:
        return { c.bubble, c.text2 };
    case ChipKind::Outline:
        return { Qt::transparent, c.text2 };
    case ChipKind::Accent:
        return { c.accentTint, c.accentInk };
    case ChipKind::Ok:
        return { c.okTint, c.ok };
    case ChipKind::Warning:
        return { c.warningTint, c.warning };
    case ChipKind::Error:
        return { c.errorTint, c.error };
    }
    Q_UNREACHABLE();
}

} // namespace

int chipWidth(const QString& text, bool hasIcon)
{
    return QFontMetrics(chipFont()).horizontalAdvance(text) + scaled(12)
        + (hasIcon ? scaled(kIconSide + 4) : 0);
}

int paintChip(QPainter& painter, QPoint leftMiddle, const QString& text, ChipKind kind,
    const ThemeColors& colors, const QString& iconName)
{
    const auto [ground, ink] = groundAndInk(kind, colors);
    const int width = chipWidth(text, !iconName.isEmpty());
    const int height = scaled(kHeight);
    QRectF area(leftMiddle.x() + 0.5, leftMiddle.y() - height / 2 + 0.5, width - 1, height - 1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(kind == ChipKind::Outline ? QPen(colors.line) : QPen(Qt::NoPen));
    painter.setBrush(ground);
    painter.drawRoundedRect(area, 3, 3);
    area.adjust(scaled(6), 0, 0, 0);
    if (!iconName.isEmpty()) {
        const int side = scaled(kIconSide);
        paintIcon(
            painter, iconName, QRectF(area.left() - 1, area.center().y() - side / 2.0, side, side), ink);
        area.adjust(side + scaled(3), 0, 0, 0);
    }
    painter.setPen(ink);
    painter.setFont(chipFont());
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, text);
    painter.restore();
    return width;
}

Chip::Chip(ChipKind kind, QWidget* parent)
    : QWidget(parent)
    , kind_(kind)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    keepStyled(this, [this] { updateGeometry(); });
}

void Chip::setText(const QString& text)
{
    text_ = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

void Chip::setKind(ChipKind kind, const QString& iconName)
{
    kind_ = kind;
    iconName_ = iconName;
    updateGeometry();
    update();
}

QSize Chip::sizeHint() const
{
    return { chipWidth(text_, !iconName_.isEmpty()), scaled(kHeight) };
}

void Chip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintChip(painter, QPoint(0, height() / 2), text_, kind_, themeColors(), iconName_);
}

} // namespace moru
