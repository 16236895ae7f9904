#include "ui/widgets/icon_label.h"

#include "ui/theme/icons.h"
#include "ui/theme/theme_colors.h"

#include <QPainter>

namespace moru {

IconLabel::IconLabel(const QString& iconName, Tone tone, int side, QWidget* parent)
    : QWidget(parent)
    , iconName_(iconName)
    , tone_(tone)
    , side_(side)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void IconLabel::setIcon(const QString& iconName, Tone tone)
{
    if (iconName_ == iconName && tone_ == tone)
        return;
    iconName_ = iconName;
    tone_ = tone;
    update();
}

QSize IconLabel::sizeHint() const
{
    return { scaled(side_), scaled(side_) };
}

void IconLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintIcon(painter, iconName_, rect(), toneColor(themeColors(), tone_));
}

} // namespace moru
