#include "ui/theme/fonts.h"

#include <QApplication>
#include <QFontDatabase>

#include <cmath>

namespace moru {

namespace {

// Noto Sans CJK KR and Noto Sans KR are the same face under its two names; the others are what Windows, macOS
// and older Korean desktops have.
QStringList textFamilies()
{
    return { QStringLiteral("Moru Sans"), QStringLiteral("Noto Sans CJK KR"), QStringLiteral("Noto Sans KR"),
        QStringLiteral("Malgun Gothic"), QStringLiteral("Apple SD Gothic Neo"),
        QStringLiteral("NanumGothic") };
}

QStringList codeFamilies()
{
    return { QStringLiteral("Noto Sans Mono"), QStringLiteral("Noto Sans Mono CJK KR"),
        QStringLiteral("DejaVu Sans Mono"), QStringLiteral("monospace") };
}

constexpr int kControlPixels = static_cast<int>(TextSize::Control);

} // namespace

void loadBundledFonts()
{
    for (const char* weight : { "Regular", "Medium", "SemiBold" })
        QFontDatabase::addApplicationFont(
            QStringLiteral(":/fonts/MoruSans-%1.otf").arg(QLatin1String(weight)));
}

QFont uiFont(TextSize size, QFont::Weight weight)
{
    QFont font;
    font.setFamilies(textFamilies());
    font.setPixelSize(scaled(static_cast<int>(size)));
    font.setWeight(weight);
    return font;
}

QFont codeFont(TextSize size)
{
    QFont font;
    font.setFamilies(codeFamilies());
    font.setPixelSize(scaled(static_cast<int>(size)));
    font.setStyleHint(QFont::Monospace);
    return font;
}

double textZoom()
{
    // Point sizes stand in the font until the theme is applied, e.g. in a test of a single view.
    const int pixels = QApplication::font().pixelSize();
    return pixels > 0 ? static_cast<double>(pixels) / kControlPixels : 1.0;
}

int scaled(int pixels)
{
    return static_cast<int>(std::lround(pixels * textZoom()));
}

QFont applicationFontAt(double zoom)
{
    QFont font;
    font.setFamilies(textFamilies());
    font.setPixelSize(static_cast<int>(std::lround(kControlPixels * zoom)));
    return font;
}

} // namespace moru
