#include "ui/widgets/text_button.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"
#include "ui/widgets/key_cap.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOptionButton>
#include <QStylePainter>

namespace moru {

TextButton::TextButton(const QString& kind, const QString& iconName, QWidget* parent)
    : QPushButton(parent)
    , kind_(kind)
    , iconName_(iconName)
{
    setAutoDefault(false);
    setProperty("kind", kind_);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    keepStyled(this, [this] { restyle(); });
}

void TextButton::setKind(const QString& kind)
{
    if (kind_ == kind)
        return;
    kind_ = kind;
    setProperty("kind", kind_);
    style()->unpolish(this);
    style()->polish(this);
    restyle();
}

void TextButton::setIconName(const QString& iconName)
{
    if (iconName_ == iconName)
        return;
    iconName_ = iconName;
    restyle();
}

void TextButton::setKeyCap(const QString& key)
{
    if (keyCap_ == key)
        return;
    keyCap_ = key;
    updateGeometry();
    update();
}

void TextButton::setLabel(const QString& text)
{
    if (label_ == text)
        return;
    label_ = text;
    setText(iconName_.isEmpty() ? text : QLatin1Char(' ') + text);
    setAccessibleName(text);
}

void TextButton::restyle()
{
    if (iconName_.isEmpty()) {
        setIcon({});
    } else {
        const ThemeColors& colors = themeColors();
        const QColor color = kind_.contains(QLatin1String("primary")) ? colors.accentText
            : kind_.contains(QLatin1String("flat"))                   ? colors.accentInk
            : kind_.contains(QLatin1String("danger"))                 ? colors.error
            : kind_.contains(QLatin1String("quiet"))                  ? colors.text2
                                                                      : colors.text;
        setIcon(moru::icon(iconName_, color));
    }
    const int iconSide = scaled(15);
    setIconSize(QSize(iconSide, iconSide));
    if (!label_.isEmpty())
        setText(iconName_.isEmpty() ? label_ : QLatin1Char(' ') + label_);
}

int TextButton::keyCapWidth() const
{
    return keyCap_.isEmpty() ? 0 : moru::keyCapWidth(keyCap_) + scaled(6);
}

QSize TextButton::sizeHint() const
{
    QSize size = QPushButton::sizeHint();
    size.rwidth() += keyCapWidth();
    return size;
}

QSize TextButton::minimumSizeHint() const
{
    return sizeHint();
}

void TextButton::paintEvent(QPaintEvent* event)
{
    if (keyCap_.isEmpty()) {
        QPushButton::paintEvent(event);
        return;
    }
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    painter.drawControl(QStyle::CE_PushButtonBevel, option);
    option.rect.adjust(0, 0, -keyCapWidth() - scaled(2), 0);
    painter.drawControl(QStyle::CE_PushButtonLabel, option);
    const int width = moru::keyCapWidth(keyCap_);
    paintKeyCap(painter, QPoint(this->width() - width - scaled(8), height() / 2), keyCap_, themeColors());
}

} // namespace moru
