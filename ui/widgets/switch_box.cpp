#include "ui/widgets/switch_box.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme_colors.h"

#include <QPainter>

namespace moru {

namespace {
constexpr int kWidth = 28;
constexpr int kHeight = 16;
constexpr int kTargetHeight = 24; // What is clicked is never smaller than 24 px.
} // namespace

SwitchBox::SwitchBox(QWidget* parent)
    : QCheckBox(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize SwitchBox::sizeHint() const
{
    return { scaled(kWidth), scaled(kTargetHeight) };
}

bool SwitchBox::hitButton(const QPoint& position) const
{
    return rect().contains(position);
}

void SwitchBox::paintEvent(QPaintEvent*)
{
    const ThemeColors& colors = themeColors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double trackHeight = scaled(kHeight);
    const QRectF track(0, (height() - trackHeight) / 2, scaled(kWidth), trackHeight);
    painter.setBrush(!isEnabled() ? colors.line : isChecked() ? colors.accent : colors.control);
    painter.drawRoundedRect(track, trackHeight / 2, trackHeight / 2);
    const double knob = scaled(kHeight - 4);
    const double x = isChecked() ? track.right() - knob - 2 : track.left() + 2;
    painter.setBrush(isChecked() && isEnabled() ? colors.accentText : colors.base);
    painter.drawEllipse(QRectF(x, track.top() + 2, knob, knob));
}

} // namespace moru
