#include "ui/theme/moru_style.h"

#include "ui/theme/fonts.h"

namespace moru {

MoruStyle::MoruStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

int MoruStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
        return scaled(16);
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
        return 1;
    case PM_ToolBarFrameWidth:
    case PM_ToolBarItemMargin:
        return 0;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int MoruStyle::styleHint(
    StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* result) const
{
    switch (hint) {
    case SH_ToolTip_WakeUpDelay:
        return 500;
    case SH_Widget_Animate:
    case SH_Widget_Animation_Duration:
        return 0;
    case SH_UnderlineShortcut:
        return 0;
    default:
        return QProxyStyle::styleHint(hint, option, widget, result);
    }
}

void MoruStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    // FocusRing draws the mark of the focus, outside the control.
    if (element == PE_FrameFocusRect)
        return;
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

} // namespace moru
