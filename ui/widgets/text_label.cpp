#include "ui/widgets/text_label.h"

#include "ui/theme/keep_words.h"
#include "ui/theme/retranslate.h"
#include "ui/theme/theme_colors.h"

#include <QApplication>

namespace moru {

QColor toneColor(const ThemeColors& colors, Tone tone)
{
    switch (tone) {
    case Tone::Text:
        return colors.text;
    case Tone::Text2:
        return colors.text2;
    case Tone::Text3:
        return colors.text3;
    case Tone::Accent:
        return colors.accentInk;
    case Tone::Ok:
        return colors.ok;
    case Tone::Warning:
        return colors.warning;
    case Tone::Error:
        return colors.error;
    }
    Q_UNREACHABLE();
}

TextLabel::TextLabel(TextSize size, QFont::Weight weight, Tone tone, QWidget* parent)
    : QLabel(parent)
    , size_(size)
    , weight_(weight)
    , tone_(tone)
{
    setTextFormat(Qt::PlainText);
    keepStyled(this, [this] { restyle(); });
}

void TextLabel::setTone(Tone tone)
{
    if (tone_ == tone)
        return;
    tone_ = tone;
    restyle();
}

void TextLabel::setWords(const QString& text)
{
    setText(keepWords(text));
}

void TextLabel::showEvent(QShowEvent* event)
{
    QLabel::showEvent(event);
    // The style sheet polishes a widget when it is first shown, and takes it back to the palette that it had
    // before the sheet changed.
    restyle();
}

void TextLabel::restyle()
{
    setFont(uiFont(size_, weight_));
    QPalette colors = QApplication::palette();
    colors.setColor(QPalette::WindowText, toneColor(themeColors(), tone_));
    setPalette(colors);
}

} // namespace moru
