#include "ui/widgets/elided_label.h"

#include "ui/theme/theme_colors.h"

#include <QEvent>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace moru {

ElidedLabel::ElidedLabel(
    TextSize size, QFont::Weight weight, Tone tone, Qt::TextElideMode mode, QWidget* parent)
    : QWidget(parent)
    , size_(size)
    , weight_(weight)
    , tone_(tone)
    , mode_(mode)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString& text)
{
    if (text_ == text)
        return;
    text_ = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

void ElidedLabel::setTone(Tone tone)
{
    tone_ = tone;
    update();
}

QSize ElidedLabel::sizeHint() const
{
    const int pixels = static_cast<int>(size_);
    return { QFontMetrics(uiFont(size_, weight_)).horizontalAdvance(text_) + 2, scaled(pixels + 6) };
}

QSize ElidedLabel::minimumSizeHint() const
{
    return { std::min(scaled(32), sizeHint().width()), sizeHint().height() };
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QFont font = uiFont(size_, weight_);
    painter.setFont(font);
    painter.setPen(toneColor(themeColors(), tone_));
    painter.drawText(
        rect(), Qt::AlignVCenter | Qt::AlignLeft, QFontMetrics(font).elidedText(text_, mode_, width()));
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        const bool cut = sizeHint().width() > width();
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), cut ? text_ : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace moru
