#include "ui/theme/theme.h"

#include "ui/theme/fonts.h"
#include "ui/theme/moru_style.h"
#include "ui/theme/style_sheet.h"
#include "ui/theme/theme_colors.h"

#include <QApplication>
#include <QPalette>
#include <QStyleFactory>
#include <QToolTip>
#include <QWidget>

#include <algorithm>
#include <memory>

namespace moru {

QEvent::Type themeChangedEvent()
{
    static const auto type = static_cast<QEvent::Type>(QEvent::registerEventType());
    return type;
}

Theme::Theme(QObject* parent)
    : QObject(parent)
{
    loadBundledFonts();
    QApplication::setStyle(new MoruStyle);
    qApp->installEventFilter(this);
    apply();
}

void Theme::setChoice(ThemeChoice choice)
{
    if (choice_ == choice)
        return;
    choice_ = choice;
    apply();
}

void Theme::setZoom(double zoom)
{
    constexpr double kSmallest = 0.7;
    constexpr double kLargest = 2.0;
    zoom = std::clamp(zoom, kSmallest, kLargest);
    if (qFuzzyCompare(zoom_, zoom))
        return;
    zoom_ = zoom;
    apply();
}

bool Theme::systemIsDark()
{
    // Qt 6.4 has no public colour scheme; Fusion's own palette follows the platform's.
    const std::unique_ptr<QStyle> fusion(QStyleFactory::create(QStringLiteral("Fusion")));
    return fusion && fusion->standardPalette().color(QPalette::Window).lightness() < 128;
}

void Theme::apply()
{
    applying_ = true;
    const bool dark = choice_ == ThemeChoice::Dark || (choice_ == ThemeChoice::System && systemIsDark());
    const ThemeColors& colors = dark ? darkColors() : lightColors();
    QApplication::setFont(applicationFontAt(zoom_));
    QApplication::setPalette(paletteFrom(colors));
    QToolTip::setPalette(paletteFrom(colors));
    qApp->setStyleSheet(styleSheet(colors));
    applying_ = false;

    QEvent changed(themeChangedEvent());
    for (QWidget* widget : QApplication::allWidgets())
        QApplication::sendEvent(widget, &changed);
}

bool Theme::eventFilter(QObject* watched, QEvent* event)
{
    // ThemeChange comes from the platform, to every window; one of them is enough.
    if (event->type() == QEvent::ThemeChange && !applying_ && choice_ == ThemeChoice::System)
        QMetaObject::invokeMethod(this, &Theme::apply, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

} // namespace moru
