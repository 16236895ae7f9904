#include "ui/theme/theme_colors.h"

#include <QGuiApplication>
#include <QPalette>

namespace moru {

const ThemeColors& lightColors()
{
    static const ThemeColors colors {
        .isDark = false,
        .window = 0xF2F4F6,
        .base = 0xFFFFFF,
        .raised = 0xF8F9FB,
        .sunken = 0xE9ECF0,
        .bubble = 0xEBEEF2,
        .line = 0xDADEE4,
        .control = 0x848D99,
        .text = 0x191D22,
        .text2 = 0x444C57,
        .text3 = 0x5F6873,
        .accent = 0x0B6B74,
        .accentText = 0xFFFFFF,
        .accentInk = 0x095B63,
        .accentTint = 0xDDEFF0,
        .ok = 0x1B7545,
        .okTint = 0xE0F2E7,
        .warning = 0x865600,
        .warningTint = 0xFBEFD5,
        .error = 0xB3261E,
        .errorTint = 0xFBE6E4,
        .mlp = 0xCA6F00,
        .attention = 0x5A92F2,
        .head = 0xA12D85,
        .norm = 0x88909A,
        .vision = 0x0A5C26,
        .sampling = 0x7F4DCB,
        .waiting = 0xA9B2BD,
        .phase1 = 0xB4D2D5,
        .phase2 = 0x6FAAB0,
        .phase3 = 0x35868E,
        .phase4 = 0x0B6B74,
        .weights = 0x8796A8,
    };
    return colors;
}

const ThemeColors& darkColors()
{
    static const ThemeColors colors {
        .isDark = true,
        .window = 0x1B1F24,
        .base = 0x14171B,
        .raised = 0x20252B,
        .sunken = 0x0F1215,
        .bubble = 0x252B32,
        .line = 0x2D333B,
        .control = 0x6F7986,
        .text = 0xE7EAEE,
        .text2 = 0xB6BDC7,
        .text3 = 0x8F98A4,
        .accent = 0x4CC0C8,
        .accentText = 0x04262A,
        .accentInk = 0x6FD0D6,
        .accentTint = 0x143338,
        .ok = 0x5CC88E,
        .okTint = 0x16301F,
        .warning = 0xE3B04B,
        .warningTint = 0x33280F,
        .error = 0xF28B82,
        .errorTint = 0x3A1E1C,
        .mlp = 0xD58220,
        .attention = 0x5B9AF9,
        .head = 0xD0397B,
        .norm = 0xA4B6C0,
        .vision = 0x97EDA9,
        .sampling = 0x7654CF,
        .waiting = 0x59636F,
        .phase1 = 0x274F54,
        .phase2 = 0x32757B,
        .phase3 = 0x3F9BA2,
        .phase4 = 0x4CC0C8,
        .weights = 0x6E8095,
    };
    return colors;
}

const ThemeColors& themeColors()
{
    constexpr int kMiddleLightness = 128;
    const bool dark = QGuiApplication::palette().color(QPalette::Window).lightness() < kMiddleLightness;
    return dark ? darkColors() : lightColors();
}

QPalette paletteFrom(const ThemeColors& c)
{
    QPalette palette;
    palette.setColor(QPalette::Window, c.window);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.base);
    palette.setColor(QPalette::AlternateBase, c.raised);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::PlaceholderText, c.text3);
    palette.setColor(QPalette::Button, c.raised);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::BrightText, c.error);
    palette.setColor(QPalette::Highlight, c.accent);
    palette.setColor(QPalette::HighlightedText, c.accentText);
    palette.setColor(QPalette::Link, c.accentInk);
    palette.setColor(QPalette::LinkVisited, c.accentInk);
    palette.setColor(QPalette::Light, c.base);
    palette.setColor(QPalette::Midlight, c.raised);
    palette.setColor(QPalette::Mid, c.line);
    palette.setColor(QPalette::Dark, c.control);
    palette.setColor(QPalette::Shadow, c.control);
    palette.setColor(QPalette::ToolTipBase, c.raised);
    palette.setColor(QPalette::ToolTipText, c.text);
    for (const auto role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, c.text3);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, c.line);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, c.text3);
    return palette;
}

} // namespace moru
