#include "ui/widgets/icon_button.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/retranslate.h"

namespace moru {

QString tooltipWithShortcut(const QString& name, const QKeySequence& shortcut)
{
    if (shortcut.isEmpty())
        return name;
    return QStringLiteral("%1 (%2)").arg(name, shortcut.toString(QKeySequence::NativeText));
}

IconButton::IconButton(const QString& iconName, Size size, QWidget* parent)
    : QToolButton(parent)
    , iconName_(iconName)
    , size_(size)
{
    setFocusPolicy(Qt::StrongFocus);
    setAutoRaise(true);
    keepStyled(this, [this] { restyle(); });
}

void IconButton::setName(const QString& name, const QKeySequence& shortcut)
{
    setAccessibleName(name);
    setToolTip(tooltipWithShortcut(name, shortcut));
}

void IconButton::setIconName(const QString& iconName)
{
    iconName_ = iconName;
    restyle();
}

void IconButton::restyle()
{
    const bool small = size_ == Size::Small;
    const int side = scaled(small ? 24 : 28);
    const int iconSide = scaled(small ? 14 : 16);
    setFixedSize(side, side);
    setIconSize(QSize(iconSide, iconSide));
    setIcon(moru::icon(iconName_));
}

} // namespace moru
